// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import {
  afterProbe,
  answerLikeOldOllama,
  answerLikeOllama,
  BASE_URL,
  makeClient,
  vectorsOf,
} from "../support/embedding_server.ts";
import { failureOf } from "../support/failure.ts";
import { type Handler, type SeenRequest, stubServer } from "../support/stub_server.ts";

function sent({ method, path, body }: SeenRequest): unknown[] {
  return [method, path, body];
}

const PROBE = ["POST", "/api/embed", { model: "m", input: ["ping"] }];
const TEXTS = ["a", "bb", "ccc"];

const SENT: [what: string, answer: Handler, sent: unknown[]][] = [
  ["all texts in one request to /api/embed", answerLikeOllama, [
    ["POST", "/api/embed", { model: "m", input: TEXTS }],
  ]],
  [
    "one request a text, in order, to /api/embeddings",
    answerLikeOldOllama,
    TEXTS.map((prompt) => ["POST", "/api/embeddings", { model: "m", prompt }]),
  ],
];

for (const [what, answer, expected] of SENT) {
  Deno.test(`embedBatch() probes, then sends ${what}`, async () => {
    using server = stubServer(answer);
    assertEquals(await makeClient().embedBatch(TEXTS), vectorsOf(TEXTS));
    assertEquals(server.requests.map(sent), [PROBE, ...expected]);
  });
}

Deno.test("embedBatch() sends one text to /api/embeddings only when the one before is done", async () => {
  let open = 0;
  let most = 0;
  using _server = stubServer(async (request) => {
    most = Math.max(most, ++open);
    await Promise.resolve();
    open--;
    return answerLikeOldOllama(request);
  });
  await makeClient().embedBatch(TEXTS);
  assertStrictEquals(most, 1);
});

Deno.test("embedBatch() sends nothing for no texts", async () => {
  using server = stubServer(answerLikeOllama);
  assertEquals(await makeClient().embedBatch([]), []);
  assertEquals(server.requests, []);
});

Deno.test("embedBatch() embeds an empty text on /api/embed like any other", async () => {
  using server = stubServer(afterProbe(() => Response.json({ embeddings: [[1]] })));
  assertEquals(await makeClient().embedBatch([""]), [Float32Array.of(1)]);
  assertEquals(server.requests[1]?.body.input, [""]);
});

const NO_TEXTS: [texts: unknown, part: string][] = [
  [["a", 7], "number at index 1"],
  [[undefined], "undefined at index 0"],
  [["a", "b", null], "null at index 2"],
  [["a", , "c"], "undefined at index 1"],
  ["one string", "string"],
  [undefined, "undefined"],
];

for (const [texts, part] of NO_TEXTS) {
  Deno.test(`embedBatch() refuses ${JSON.stringify(texts)} before anything is sent`, async () => {
    using server = stubServer(answerLikeOllama);
    await assertRejects(() => makeClient().embedBatch(texts as string[]), TypeError, `got ${part}`);
    assertEquals(server.requests, []);
  });
}

Deno.test("embedBatch() embeds the texts as they were when it was called", async () => {
  using server = stubServer(answerLikeOllama);
  const texts = ["a", "b"];
  const vectors = makeClient().embedBatch(texts);
  texts[0] = "changed";
  texts.push("c");
  assertEquals(await vectors, vectorsOf(["a", "b"]));
  assertEquals(server.requests[1]?.body.input, ["a", "b"]);
});

const SHARED = { redirect: "manual", credentials: "omit" } as const;
const POST = { method: "POST", headers: { "Content-Type": "application/json" }, ...SHARED };

const INITS: [path: string, answer: Handler, init: RequestInit][] = [
  ["/api/tags", answerLikeOllama, { method: "GET", ...SHARED }],
  ["/api/embed", answerLikeOllama, { ...POST, body: '{"model":"m","input":["a"]}' }],
  ["/api/embeddings", answerLikeOldOllama, { ...POST, body: '{"model":"m","prompt":"a"}' }],
];

for (const [path, answer, expected] of INITS) {
  Deno.test(`OllamaEmbeddingClient calls fetch with a string and a plain init, ${path}`, async () => {
    using server = stubServer(answer);
    const client = makeClient();
    await (path === "/api/tags" ? client.healthCheck() : client.embedBatch(["a"]));
    const { url, init: { signal, ...init } } = server.requests.at(-1)!;
    assertEquals([url, init], [BASE_URL + path, expected]);
    assert(signal instanceof AbortSignal);
  });
}

Deno.test("OllamaEmbeddingClient sends to the address as it was given, by the fetch of that moment", async () => {
  const client = makeClient("HTTP://LocalHost:080");
  using server = stubServer(answerLikeOllama);
  await client.healthCheck();
  assertEquals(server.requests.map(({ url }) => url), ["HTTP://LocalHost:080/api/tags"]);
});

Deno.test({
  name: "OllamaEmbeddingClient needs net access to the server and no other permission",
  permissions: "none",
  async fn() {
    const { reason } = await failureOf(() => makeClient().healthCheck());
    assert(reason?.startsWith('Requires net access to "localhost:11434"'));
  },
});
