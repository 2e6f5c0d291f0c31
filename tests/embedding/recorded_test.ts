// Copyright 2026 the Rivulet authors. MIT license.

// What real servers answered, byte for byte.

import { assertEquals } from "@std/assert";
import recorded from "../cases/recorded_embedding.json" with { type: "json" };
import { makeClient, makeOpenAIClient } from "../support/embedding_server.ts";
import { failureOf } from "../support/failure.ts";
import { type Handler, stubServer } from "../support/stub_server.ts";

type Recorded = typeof recorded[number];

/**
 * The endpoint of the case as it answered, and the other one as far as that was recorded: else it is
 * not there, or says the same where the model is missing.
 */
function replay({ path, response, other }: Recorded): Handler {
  return (request) => {
    if (request.path === path) return answer(response);
    if (other !== undefined) return answer(other);
    return response.status === 404
      ? answer(response)
      : new Response("404 page not found", { status: 404 });
  };
}

function answer({ status, headers, chunks }: Recorded["response"]): Response {
  return new Response(chunks.join(""), { status, headers: { ...headers } });
}

/** The vectors as a plain reader of JSON sees them. */
function vectorsIn({ response }: Recorded): Float32Array[] {
  const { embeddings, embedding, data } = JSON.parse(response.chunks.join(""));
  const lists: number[][] = data?.map((entry: { embedding: number[] }) => entry.embedding) ??
    embeddings ?? [embedding];
  return lists.map((numbers) => Float32Array.from(numbers));
}

for (const entry of recorded) {
  const { title, path, expect, recorded: { server, version } } = entry;
  const { vectors, dimensions, models, error } = expect;
  Deno.test(`${server} ${version}, ${path}: ${title}`, async () => {
    using _server = stubServer(replay(entry));
    const client = path.startsWith("/v1/") ? makeOpenAIClient() : makeClient();
    if (models !== undefined) {
      return assertEquals((await client.models()).map(({ name }) => name), models);
    }
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
