// Copyright 2026 the Rivulet authors. MIT license.

// What a real Ollama answered, byte for byte.

import { assertEquals } from "@std/assert";
import recorded from "../cases/recorded_embedding.json" with { type: "json" };
import { BASE_URL, makeClient } from "../support/embedding_server.ts";
import { failureOf } from "../support/failure.ts";
import { type Handler, stubServer } from "../support/stub_server.ts";

type Recorded = typeof recorded[number];

/** The endpoint of the case as it answered, and no other; without a model both say the same. */
function replay({ path, response: { status, headers, chunks } }: Recorded): Handler {
  return (request) =>
    request.path === path || status === 404
      ? new Response(chunks.join(""), { status, headers: { ...headers } })
      : new Response("404 page not found", { status: 404 });
}

/** The vectors as a plain reader of JSON sees them. */
function vectorsIn({ response }: Recorded): Float32Array[] {
  const { embeddings, embedding } = JSON.parse(response.chunks.join(""));
  return (embeddings ?? [embedding]).map((numbers: number[]) => Float32Array.from(numbers));
}

for (const entry of recorded) {
  const { title, path, expect, recorded: { server, version } } = entry;
  const { vectors, dimensions, models, error } = expect;
  Deno.test(`${server} ${version}, ${path}: ${title}`, async () => {
    using _server = stubServer(replay(entry));
    const client = makeClient(BASE_URL);
    if (models !== undefined) return assertEquals(await client.healthCheck(), models);
    const texts = Array.from({ length: vectors ?? 1 }, (_, number) => `text ${number}`);
    if (error !== undefined) {
      const { code, status, reason, message } = await failureOf(() => client.embedBatch(texts));
      const failure = { code, status, reason, message };
      return assertEquals({ ...failure, ...error }, failure);
    }
    const read = await client.embedBatch(texts);
    assertEquals(read.map(({ length }) => length), texts.map(() => dimensions));
    assertEquals(read, vectorsIn(entry));
  });
}
