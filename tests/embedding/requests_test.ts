// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { EmbeddingError } from "@rivulet/llm/embedding";
import {
  afterProbe,
  answerLikeOldOllama,
  answerLikeOllama,
  BASE_URL,
  isProbe,
  makeClient,
  stubServer,
  vectorsOf,
} from "../support/embedding_server.ts";
import type { Handler, SeenRequest } from "../support/embedding_server.ts";

function sent({ method, path, body }: SeenRequest): unknown[] {
  return [method, path, body];
}

const PROBE = ["POST", "/api/embed", { model: "m", input: ["ping"] }];

Deno.test("embedBatch() probes, then sends all texts in one request to /api/embed", async () => {
  using server = stubServer(answerLikeOllama);
  const vectors = await makeClient().embedBatch(["a", "bb", "ccc"]);
  assertEquals(vectors, vectorsOf(["a", "bb", "ccc"]));
  assertEquals(server.requests.map(sent), [
    PROBE,
    ["POST", "/api/embed", { model: "m", input: ["a", "bb", "ccc"] }],
  ]);
});

Deno.test("embedBatch() sends one request a text, in order, to /api/embeddings", async () => {
  using server = stubServer(answerLikeOldOllama);
  const vectors = await makeClient().embedBatch(["a", "bb", "ccc"]);
  assertEquals(vectors, vectorsOf(["a", "bb", "ccc"]));
  assertEquals(server.requests.map(sent), [
    PROBE,
    ["POST", "/api/embeddings", { model: "m", prompt: "a" }],
    ["POST", "/api/embeddings", { model: "m", prompt: "bb" }],
    ["POST", "/api/embeddings", { model: "m", prompt: "ccc" }],
  ]);
});

Deno.test("embedBatch() sends one text to /api/embeddings only when the one before is done", async () => {
  let open = 0;
  let most = 0;
  using _server = stubServer(async (request) => {
    most = Math.max(most, ++open);
    await Promise.resolve();
    open--;
    return answerLikeOldOllama(request);
  });
  await makeClient().embedBatch(["a", "b", "c"]);
  assertEquals(most, 1);
});

Deno.test("embedBatch() gives the numbers as 32-bit floats", async () => {
  using _server = stubServer(() => new Response('{"embeddings":[[0.1, -2.5e-3 ,\n3E2]]}'));
  const [vector] = await makeClient().embedBatch(["a"]);
  assert(vector instanceof Float32Array);
  assertEquals(vector, Float32Array.of(0.1, -2.5e-3, 3e2));
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

Deno.test("embedBatch() calls fetch with a string and a plain init", async () => {
  using server = stubServer(answerLikeOllama);
  await makeClient().embedBatch(["a"]);
  const { input, init } = server.calls[1]!;
  const { signal, ...rest } = init;
  assertEquals(input, `${BASE_URL}/api/embed`);
  assert(signal instanceof AbortSignal);
  assertEquals(rest, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"model":"m","input":["a"]}',
    redirect: "manual",
    credentials: "omit",
  });
});

Deno.test("healthCheck() calls fetch with a string and a plain init", async () => {
  using server = stubServer(answerLikeOllama);
  await makeClient().healthCheck();
  const { input, init } = server.calls[0]!;
  const { signal, ...rest } = init;
  assertEquals(input, `${BASE_URL}/api/tags`);
  assert(signal instanceof AbortSignal);
  assertEquals(rest, { method: "GET", redirect: "manual", credentials: "omit" });
});

Deno.test("OllamaEmbeddingClient sends to the address as it was given", async () => {
  using server = stubServer(answerLikeOllama);
  await makeClient("HTTP://LocalHost:080").healthCheck();
  assertEquals(server.calls[0]?.input, "HTTP://LocalHost:080/api/tags");
});

Deno.test("OllamaEmbeddingClient looks up fetch when it is called", async () => {
  const client = makeClient();
  using server = stubServer(answerLikeOllama);
  await client.healthCheck();
  assertEquals(server.requests.length, 1);
});

const MODEL_LISTS: [name: string, models: unknown[] | null, names: string[]][] = [
  ["names, else models", [{ name: "a", model: "x" }, { model: "b" }, { name: "", model: "c" }], [
    "a",
    "b",
    "c",
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

const NO_MODEL_LISTS: [body: string, reason: string][] = [
  ["{}", 'the answer has no "models" array'],
  ['{"models":{"name":"a"}}', 'the answer has no "models" array'],
  ["[]", 'the answer has no "models" array'],
  ["null", 'the answer has no "models" array'],
  ['{"error":"not today"}', "not today"],
  ["", "the answer is empty"],
  ["<!doctype html><p>Hello", "the answer is a web page, not JSON"],
  ['{"models":[{"name":"a"}', "the answer is not complete JSON"],
];

for (const [body, reason] of NO_MODEL_LISTS) {
  Deno.test(`healthCheck() refuses the answer ${JSON.stringify(body)}`, async () => {
    using _server = stubServer(() => new Response(body));
    const error = await assertRejects(() => makeClient().healthCheck(), EmbeddingError);
    assertEquals(error.message, `Local server health check failed: ${reason}`);
    assertEquals([error.code, error.reason], ["format", reason]);
  });
}

Deno.test("healthCheck() refuses an answer with half a character behind it", async () => {
  const json = new TextEncoder().encode('{"models":[]}');
  using _server = stubServer(() => new Response(Uint8Array.of(...json, 0xf0, 0x9f)));
  const error = await assertRejects(() => makeClient().healthCheck(), EmbeddingError);
  assertEquals(error.reason, "the answer is not complete JSON");
});

Deno.test("probeRuntime() checks the health first, then the endpoint", async () => {
  using server = stubServer(answerLikeOllama);
  const client = makeClient();
  assertEquals(await client.probeRuntime(), {
    baseUrl: BASE_URL,
    model: "m",
    endpoint: "embed",
    availableModels: ["m:latest"],
  });
  assertEquals(server.requests.map(sent), [["GET", "/api/tags", {}], PROBE]);
});

Deno.test("probeRuntime() names the single endpoint of an old server", async () => {
  using _server = stubServer(answerLikeOldOllama);
  assertEquals((await makeClient().probeRuntime()).endpoint, "embeddings");
});

Deno.test("probeRuntime() does not load the model where the health check fails", async () => {
  using server = stubServer(() => new Response(null, { status: 500 }));
  await assertRejects(() => makeClient().probeRuntime(), EmbeddingError, "health check failed");
  assertEquals(server.requests.length, 1);
});

const REASONS: [name: string, answer: () => Response, reason: string][] = [
  ["the error string", () => Response.json({ error: "a", message: "b" }, { status: 500 }), "a"],
  ["the message string", () => Response.json({ error: {}, message: "b" }, { status: 500 }), "b"],
  [
    "the words of an error in OpenAI's form",
    () => Response.json({ error: { message: "x" } }, { status: 400, statusText: "Bad Request" }),
    "x",
  ],
  [
    "the status where the error is empty",
    () => Response.json({ error: "" }, { status: 503, statusText: "Service Unavailable" }),
    "503 Service Unavailable",
  ],
  [
    "the status where the error is blank",
    () => Response.json({ error: " " }, { status: 503, statusText: "Service Unavailable" }),
    "503 Service Unavailable",
  ],
  [
    "the status where the body is no JSON",
    () => new Response("<p>Oops", { status: 502, statusText: "Bad Gateway" }),
    "502 Bad Gateway",
  ],
  ["the bare status where it has no text", () => new Response(null, { status: 500 }), "500"],
  ["the status of an answer without content", () => new Response(null, { status: 204 }), "204"],
  [
    "the address of a redirect",
    () => new Response(null, { status: 302, headers: { Location: "http://example.com/api" } }),
    'the server redirects to "http://example.com/api"',
  ],
  ...[201, 400].map((status): [string, () => Response, string] => [
    `the status ${status}, which is no redirect, though it has an address`,
    () => new Response(null, { status, headers: { Location: "/elsewhere" } }),
    `${status}`,
  ]),
];

const REQUESTS: [name: string, send: () => Promise<unknown>, before: Handler | undefined][] = [
  ["/api/embed", () => makeClient().embedBatch(["a"]), answerLikeOllama],
  ["/api/embeddings", () => makeClient().embedBatch(["a"]), answerLikeOldOllama],
  ["health check", () => makeClient().healthCheck(), undefined],
];

for (const [reasonName, answer, reason] of REASONS) {
  for (const [name, send, before] of REQUESTS) {
    Deno.test(`OllamaEmbeddingClient gives ${reasonName} as the reason, ${name}`, async () => {
      using server = stubServer((request) =>
        before !== undefined && isProbe(request) ? before(request) : answer()
      );
      const error = await assertRejects(send, EmbeddingError);
      assertEquals(error.message, `Local server ${name} failed: ${reason}`);
      assertEquals([error.code, error.status, error.reason], ["http", answer().status, reason]);
      assertEquals(server.requests.length, before === undefined ? 1 : 2, "nothing is sent again");
    });
  }
}

Deno.test("OllamaEmbeddingClient says so where a browser hides a redirect", async () => {
  using _server = stubServer(() => {
    const answer = Response.error();
    return Object.defineProperty(answer, "type", { value: "opaqueredirect" });
  });
  const error = await assertRejects(() => makeClient().healthCheck(), EmbeddingError);
  assertEquals(error.reason, "the server redirects to another address");
  assertEquals([error.code, error.status], ["http", undefined]);
});

Deno.test("OllamaEmbeddingClient gives the message of a network failure, and keeps it", async () => {
  const failure = new TypeError("connection refused");
  using _server = stubServer(() => Promise.reject(failure));
  const error = await assertRejects(() => makeClient().embedBatch(["a"]), EmbeddingError);
  assertEquals(error.message, "Local server /api/embed failed: connection refused");
  assertEquals([error.code, error.reason], ["network", "connection refused"]);
  assertStrictEquals(error.cause, failure);
});

Deno.test("OllamaEmbeddingClient does not read an error page without end", async () => {
  let chunks = 0;
  using _server = stubServer(() => {
    const page = new ReadableStream<Uint8Array>({
      pull(controller) {
        chunks++;
        controller.enqueue(new Uint8Array(16_384));
      },
    });
    return new Response(page, { status: 500, statusText: "Internal Server Error" });
  });
  const error = await assertRejects(() => makeClient().healthCheck(), EmbeddingError);
  assertEquals(error.reason, "500 Internal Server Error");
  assertEquals(chunks < 10, true);
});

Deno.test({
  name: "OllamaEmbeddingClient needs net access to the server and no other permission",
  permissions: "none",
  async fn() {
    const error = await assertRejects(() => makeClient().healthCheck(), EmbeddingError);
    assertEquals(error.reason?.startsWith('Requires net access to "localhost:11434"'), true);
  },
});
