// Copyright 2026 the Rivulet authors. MIT license.

// Where a client of OpenAI's protocol sends what.

import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { EmbeddingError } from "@rivulet/llm/embedding";
import { answerLikeOpenAI, makeOpenAIClient, vectorsOf } from "../support/embedding_server.ts";
import { stubServer } from "../support/stub_server.ts";

const TEXTS = ["a", "bb", "ccc"];
const SHARED = { redirect: "manual", credentials: "omit" } as const;

Deno.test("OpenAICompatibleEmbeddingClient sends the model and the texts, and nothing else", async () => {
  using server = stubServer(answerLikeOpenAI);
  const client = makeOpenAIClient({ model: " m\n" });
  assertEquals(await client.embedBatch(TEXTS), vectorsOf(TEXTS));
  assertStrictEquals(server.requests.length, 1);
  const { url, init: { signal: _, ...init } } = server.requests[0]!;
  assertEquals([url, init], ["http://localhost:1234/v1/embeddings", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"model":"m","input":["a","bb","ccc"]}',
    ...SHARED,
  }]);
});

Deno.test("OpenAICompatibleEmbeddingClient sends nothing for no texts", async () => {
  using server = stubServer(answerLikeOpenAI);
  assertEquals(await makeOpenAIClient().embedBatch([]), []);
  assertEquals(await Array.fromAsync(makeOpenAIClient().embedMany([])), []);
  assertEquals(server.requests, []);
});

Deno.test("embedMany() of OpenAICompatibleEmbeddingClient asks batch by batch", async () => {
  using server = stubServer(answerLikeOpenAI);
  const batches = await Array.fromAsync(makeOpenAIClient().embedMany(TEXTS, { batchSize: 2 }));
  assertEquals(batches, [["a", "bb"], ["ccc"]].map(vectorsOf));
  assertEquals(server.requests.map(({ body }) => body.input), [["a", "bb"], ["ccc"]]);
});

Deno.test("models() of OpenAICompatibleEmbeddingClient asks for them without a body", async () => {
  using server = stubServer(answerLikeOpenAI);
  assertEquals(await makeOpenAIClient().models(), [{ name: "m" }]);
  const { url, init: { signal: _, ...init } } = server.requests[0]!;
  assertEquals([url, init], ["http://localhost:1234/v1/models", { method: "GET", ...SHARED }]);
});

const ADDRESSES: [baseUrl: string, embeddings: string, models: string][] = [
  ["http://localhost", "http://localhost/v1/embeddings", "http://localhost/v1/models"],
  [
    "http://127.0.0.1:8080/",
    "http://127.0.0.1:8080/v1/embeddings",
    "http://127.0.0.1:8080/v1/models",
  ],
  ["http://[::1]:8080/v1", "http://[::1]:8080/v1/embeddings", "http://[::1]:8080/v1/models"],
  [" HTTP://LocalHost:80/v1// ", "http://localhost/v1/embeddings", "http://localhost/v1/models"],
  [
    "http://localhost/v1/embeddings",
    "http://localhost/v1/embeddings",
    "http://localhost/v1/models",
  ],
  [
    "http://localhost/v1/chat/completions/",
    "http://localhost/v1/embeddings",
    "http://localhost/v1/models",
  ],
  [
    "http://localhost/gw/v1?x=1",
    "http://localhost/gw/v1/embeddings?x=1",
    "http://localhost/gw/v1/models?x=1",
  ],
  [
    "http://localhost/v3/embeddings",
    "http://localhost/v3/embeddings",
    "http://localhost/v3/models",
  ],
];

for (const [baseUrl, embeddings, models] of ADDRESSES) {
  Deno.test(`OpenAICompatibleEmbeddingClient finds its endpoints from ${JSON.stringify(baseUrl)}`, async () => {
    using server = stubServer(answerLikeOpenAI);
    const client = makeOpenAIClient({ baseUrl });
    const list = client.models();
    if (models.endsWith("/v1/models")) await list;
    else await list.catch(() => {});
    await client.embedBatch(["a"]).catch(() => {});
    assertEquals(server.requests.map(({ url }) => url), [models, embeddings]);
  });
}

const NO_ADDRESS = "Set baseUrl to an address that starts with http:// or https://";
const CREDENTIALS = "Remove the user name and password from baseUrl, set apiKey or headers instead";
const ELSEWHERE = "Local server endpoint must use localhost / 127.0.0.1 / [::1], " +
  "set allowRemote to true to send texts elsewhere";

const REFUSED: [baseUrl: unknown, message: string][] = [
  ["", NO_ADDRESS],
  [undefined, NO_ADDRESS],
  ["localhost:1234", NO_ADDRESS],
  ["ftp://localhost", NO_ADDRESS],
  ["http://user:secret@localhost:1234", CREDENTIALS],
  ["https://api.example.com/v1", ELSEWHERE],
  ["http://192.168.1.2:1234", ELSEWHERE],
  ["http://0.0.0.0:1234", ELSEWHERE],
  ["http://host.docker.internal:1234", ELSEWHERE],
  ["http://localhost.example.com", ELSEWHERE],
  ["http://example.localhost", ELSEWHERE],
  ["http://localhost@example.com", CREDENTIALS],
  ["http://example.com/http://localhost:1234/v1", ELSEWHERE],
];

for (const [baseUrl, message] of REFUSED) {
  Deno.test(`OpenAICompatibleEmbeddingClient refuses the address ${JSON.stringify(baseUrl)}`, () => {
    const make = () => makeOpenAIClient({ baseUrl: baseUrl as string });
    const error = assertThrows(make, EmbeddingError);
    assertEquals([error.message, error.code], [message, "config"]);
  });
}
