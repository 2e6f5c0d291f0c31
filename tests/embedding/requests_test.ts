// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import {
  afterProbe,
  answerLikeOldOllama,
  answerLikeOllama,
  BASE_URL,
  isProbe,
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

/** The calls, and a server's answer to what each asks before. */
const CALLS: [name: string, call: () => Promise<unknown>, before: Handler | undefined][] = [
  ["/api/embed", () => makeClient().embedBatch(["a"]), answerLikeOllama],
  ["/api/embeddings", () => makeClient().embedBatch(["a"]), answerLikeOldOllama],
  ["health check", () => makeClient().healthCheck(), undefined],
];

const SHARED = { redirect: "manual", credentials: "omit" } as const;
const POST = { method: "POST", headers: { "Content-Type": "application/json" }, ...SHARED };

const INITS: [name: string, path: string, init: RequestInit][] = [
  ["/api/embed", "/api/embed", { ...POST, body: '{"model":"m","input":["a"]}' }],
  ["/api/embeddings", "/api/embeddings", { ...POST, body: '{"model":"m","prompt":"a"}' }],
  ["health check", "/api/tags", { method: "GET", ...SHARED }],
];

for (const [name, path, expected] of INITS) {
  Deno.test(`OllamaEmbeddingClient calls fetch with a string and a plain init, ${name}`, async () => {
    const [, call, answer = answerLikeOllama] = CALLS.find(([known]) => known === name)!;
    using server = stubServer(answer);
    await call();
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

const MODEL_LISTS: [name: string, models: unknown[], names: string[]][] = [
  ["names, else models", [{ name: "a", model: "x" }, { model: "b" }, { name: "", model: "c" }], [
    ...["a", "b", "c"],
  ]],
  ["nothing for entries with neither", [{}, null, 7, "d", [], { name: 7 }, { name: "e" }], ["e"]],
  ["no names for no models", [], []],
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
  ['{"models":null}', NO_ARRAY],
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
    assertEquals(server.requests.map(sent), [["GET", "/api/tags", {}], PROBE]);
  });
}

Deno.test("probeRuntime() does not load the model where the health check fails", async () => {
  using server = stubServer(() => new Response(null, { status: 500 }));
  const { message } = await failureOf(() => makeClient().probeRuntime());
  assertStrictEquals(message, "Local server health check failed: 500");
  assertStrictEquals(server.requests.length, 1);
});

const JSON_REASONS: [name: string, body: unknown, status: number, text: string, reason: string][] =
  [
    ["the error string", { error: "a", message: "b" }, 500, "", "a"],
    ["the message string", { error: {}, message: "b" }, 500, "", "b"],
    ["the status where the error is no string", { error: { message: "x" } }, 400, "Bad", "400 Bad"],
    ["the status where the error is empty", { error: "" }, 503, "No", "503 No"],
    ["the status where the error is blank", { error: " " }, 503, "No", "503 No"],
  ];

const REASONS: [name: string, answer: () => Response, reason: string][] = [
  ...JSON_REASONS.map(([name, body, status, statusText, reason]): typeof REASONS[number] => [
    name,
    () => Response.json(body, { status, statusText }),
    reason,
  ]),
  [
    "the status where the body is no JSON",
    () => new Response("<p>Oops", { status: 502, statusText: "Bad Gateway" }),
    "502 Bad Gateway",
  ],
  ["the bare status where it has no text", () => new Response(null, { status: 500 }), "500"],
  ["the status of an answer without content", () => new Response(null, { status: 204 }), "204"],
];

for (const [reasonName, answer, expected] of REASONS) {
  for (const [name, call, before] of CALLS) {
    Deno.test(`OllamaEmbeddingClient gives ${reasonName} as the reason, ${name}`, async () => {
      using server = stubServer((request) =>
        before !== undefined && isProbe(request) ? before(request) : answer()
      );
      const { message, code, status, reason } = await failureOf(call);
      assertStrictEquals(message, `Local server ${name} failed: ${expected}`);
      assertEquals([code, status, reason], ["http", answer().status, expected]);
      assertStrictEquals(server.requests.length, before === undefined ? 1 : 2, "sent again");
    });
  }
}

Deno.test("OllamaEmbeddingClient says so where a browser hides a redirect", async () => {
  using _server = stubServer(() =>
    Object.defineProperty(Response.error(), "type", { value: "opaqueredirect" })
  );
  const { reason, code, status } = await failureOf(() => makeClient().healthCheck());
  assertStrictEquals(reason, "the server redirects to another address");
  assertEquals([code, status], ["http", undefined]);
});

Deno.test("OllamaEmbeddingClient gives the message of a network failure, and keeps it", async () => {
  const failure = new TypeError("connection refused");
  using _server = stubServer(() => Promise.reject(failure));
  const { message, code, reason, cause } = await failureOf(() => makeClient().embedBatch(["a"]));
  assertStrictEquals(message, "Local server /api/embed failed: connection refused");
  assertEquals([code, reason], ["network", "connection refused"]);
  assertStrictEquals(cause, failure);
});

Deno.test({
  name: "OllamaEmbeddingClient needs net access to the server and no other permission",
  permissions: "none",
  async fn() {
    const { reason } = await failureOf(() => makeClient().healthCheck());
    assert(reason?.startsWith('Requires net access to "localhost:11434"'));
  },
});
