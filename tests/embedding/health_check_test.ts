// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import { type FetchLikeResponse, OllamaEmbeddingClient } from "@rivulet/llm/embedding";
import {
  answerLikeOldOllama,
  answerLikeOllama,
  BASE_URL,
  makeClient,
} from "../support/embedding_server.ts";
import { failureOf } from "../support/failure.ts";
import { stubServer } from "../support/stub_server.ts";

const MODEL_LISTS: [name: string, models: unknown[] | null, names: string[]][] = [
  ["names, else models", [{ name: "a", model: "x" }, { model: "b" }, { name: "", model: "c" }], [
    ...["a", "b", "c"],
  ]],
  ["nothing for entries with neither", [{}, null, 7, "d", [], { name: 7 }, { name: "e" }], ["e"]],
  ["no names for no models", [], []],
  ["no names for null", null, []],
];

for (const [name, models, names] of MODEL_LISTS) {
  Deno.test(`healthCheck() gives ${name}`, async () => {
    using _server = stubServer(() => Response.json({ models }));
    assertEquals(await makeClient().healthCheck(), names);
  });
}

const NO_ARRAY = 'the answer has no "models" array';
const NOT_JSON = "the answer is not complete JSON";

const NO_MODEL_LISTS: [body: string | Uint8Array<ArrayBuffer>, reason: string][] = [
  ["{}", NO_ARRAY],
  ['{"models":{"name":"a"}}', NO_ARRAY],
  ["[]", NO_ARRAY],
  ["null", NO_ARRAY],
  ['{"error":"not today"}', "not today"],
  ["", "the answer is empty"],
  ["<!doctype html><p>Hello", "the answer is a web page, not JSON"],
  ['{"models":[{"name":"a"}', NOT_JSON],
  // Half a character behind it.
  [Uint8Array.of(...new TextEncoder().encode('{"models":[]}'), 0xf0, 0x9f), NOT_JSON],
];

for (const [body, expected] of NO_MODEL_LISTS) {
  Deno.test(`healthCheck() refuses the answer ${Deno.inspect(body)}`, async () => {
    using _server = stubServer(() => new Response(body));
    const { message, code, reason } = await failureOf(() => makeClient().healthCheck());
    assertEquals([message, code], [`Local server health check failed: ${expected}`, "format"]);
    assertStrictEquals(reason, expected);
  });
}

Deno.test("healthCheck() and probeRuntime() take null for a signal that is left out", async () => {
  using _server = stubServer(answerLikeOllama);
  const options = { signal: null as unknown as undefined };
  assertEquals(await makeClient().healthCheck(options), ["m:latest"]);
  assertEquals((await makeClient().probeRuntime(options)).endpoint, "embed");
});

Deno.test("healthCheck() tells the status of a refusal whose headers are no Headers", async () => {
  for (const headers of [null, {}, { Location: "/x" }]) {
    const response = { ok: false, status: 302, headers } as unknown as FetchLikeResponse;
    const options = { baseUrl: BASE_URL, model: "m", timeoutMs: 1000 };
    const fetch = () => Promise.resolve(response);
    const client = new OllamaEmbeddingClient({ ...options, fetch });
    assertStrictEquals((await failureOf(() => client.healthCheck())).status, 302);
  }
});

for (
  const [answer, endpoint] of [[answerLikeOllama, "embed"], [
    answerLikeOldOllama,
    "embeddings",
  ]] as const
) {
  Deno.test(`probeRuntime() checks the health first, then finds the endpoint ${endpoint}`, async () => {
    using server = stubServer((request) => answer(request));
    const { availableModels, ...runtime } = await makeClient().probeRuntime();
    assertEquals(runtime, { baseUrl: BASE_URL, model: "m", endpoint });
    assertEquals(availableModels, ["m:latest"]);
    const sent = server.requests.map(({ method, path }) => `${method} ${path}`);
    assertEquals(sent, ["GET /api/tags", "POST /api/embed"]);
  });
}

Deno.test("probeRuntime() does not load the model where the health check fails", async () => {
  using server = stubServer(() => new Response(null, { status: 500 }));
  const { message } = await failureOf(() => makeClient().probeRuntime());
  assertStrictEquals(message, "Local server health check failed: 500");
  assertStrictEquals(server.requests.length, 1);
});
