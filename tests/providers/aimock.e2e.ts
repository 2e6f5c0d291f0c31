// Copyright 2026 the Rivulet authors. MIT license.

// Against a server of another project, which speaks both protocols and can fail in many ways.

import { assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import {
  formatProviderError,
  getProviderById,
  type LLMProviderConfig,
  type ProviderError,
} from "@rivulet/llm";
import type { FixtureResponse } from "@copilotkit/aimock";
import { AimockServer } from "../support/aimock.ts";
import { askProvider, httpProviderIds, type Method } from "../support/ask.ts";

const PROMPT = "search code";
const ANSWER = "Take ripgrep [1]: it is fast. Größe 👩‍👩‍👧‍👦!";
const CHUNK_SIZE = 3;

/** What is to be seen of an answer; a field that is not there may be anything. */
interface Expected {
  text?: string;
  reasoning?: string;
  endedBy?: "marker" | "eof";
  tokenCount?: number;
  finishReason?: string;
  error?: Partial<ProviderError>;
}

/** A configuration whose requests the server answers with a failure of this kind. */
function chaos(kind: string): Partial<LLMProviderConfig> {
  return { headers: { [`x-aimock-chaos-${kind}`]: "1" } };
}

const SAYS_A: FixtureResponse = { content: "a" };

const CASES: [
  what: string,
  FixtureResponse | undefined,
  Expected,
  config?: Partial<LLMProviderConfig>,
][] = [
  ["reads an answer whole", { content: ANSWER }, {
    text: ANSWER,
    endedBy: "marker",
    finishReason: "stop",
    tokenCount: Math.ceil(ANSWER.length / CHUNK_SIZE),
  }],
  ["hands on the reasoning", { content: "a", reasoning: "Hm, ripgrep" }, {
    text: "a",
    reasoning: "Hm, ripgrep",
  }],
  ["takes an empty answer as one without tokens", { content: "" }, {
    text: "",
    tokenCount: 0,
    endedBy: "marker",
  }],
  ["hands on the server's words when no fixture matches", undefined, {
    error: { code: "http", status: 404, reason: "No fixture matched" },
  }],
  [
    "hands on status, words and Retry-After of a 429",
    { error: { message: "slow down", type: "rate_limit" }, status: 429, retryAfter: 3 },
    { error: { status: 429, reason: "slow down", retryAfterMs: 3000 } },
  ],
  ["rejects when the request is dropped", SAYS_A, {
    error: { code: "http", status: 500, reason: "Chaos: request dropped" },
  }, chaos("drop")],
  ["rejects when the rate is limited", SAYS_A, {
    error: { code: "http", status: 429, retryAfterMs: 1000 },
  }, chaos("ratelimit")],
  ["rejects where the body is malformed", SAYS_A, {
    error: { code: "stream" },
  }, chaos("malformed")],
];

/** The fields of a value that are expected, and no others. */
function sameFields(actual: unknown, expected: object): unknown {
  const fields = Object.keys(expected).map((name) => [name, Reflect.get(Object(actual), name)]);
  return Object.fromEntries(fields);
}

for (const id of httpProviderIds) {
  const { requiresApiKey } = getProviderById(id).definition;
  const ask = (server: AimockServer, config?: Partial<LLMProviderConfig>, method?: Method) =>
    askProvider(id, { baseUrl: server.mock.url, ...config }, { method, prompt: PROMPT });

  for (const [what, response, { error: expectedError, ...expected }, config] of CASES) {
    Deno.test(`stream() of ${id} ${what}, from aimock`, async () => {
      await using server = await AimockServer.start({ chunkSize: CHUNK_SIZE });
      if (response !== undefined) server.mock.onMessage(PROMPT, response);
      const { tokens, reasoning, finish, error } = await ask(server, config);
      const actual = { text: tokens.join(""), reasoning: reasoning.join(""), ...finish };
      assertEquals(sameFields(actual, expected), expected);
      if (expectedError === undefined) assertStrictEquals(error, undefined);
      else assertEquals(sameFields(error, expectedError), expectedError);
      const authorization = requiresApiKey ? "Bearer test-key" : undefined;
      assertStrictEquals(server.headers[0]?.authorization, authorization);
    });
  }

  Deno.test(`tokens() of ${id} reads an answer of aimock token by token`, async () => {
    await using server = await AimockServer.start({ chunkSize: 4, latency: 1 });
    server.mock.onMessage(PROMPT, { content: "one two three" });
    const { tokens } = await ask(server, {}, "tokens");
    assertEquals(tokens, ["one ", "two ", "thre", "e"]);
  });

  Deno.test(`stream() of ${id} rejects when aimock injects a server error, and works the next time`, async () => {
    await using server = await AimockServer.start();
    server.mock.onMessage(PROMPT, SAYS_A);
    server.mock.nextRequestError(503, { message: "overloaded" });
    const expected = { status: 503, reason: "overloaded" };
    assertEquals(sameFields((await ask(server)).error, expected), expected);
    assertEquals((await ask(server)).tokens, ["a"]);
  });

  Deno.test(`stream() of ${id} tells that aimock disconnects at once`, async () => {
    await using server = await AimockServer.start();
    server.mock.onMessage(PROMPT, SAYS_A);
    const { error } = await ask(server, chaos("disconnect"));
    // Somebody was reached, so that the advice to start the server would be wrong.
    assertMatch(formatProviderError(error, "local"), /connection closed/);
  });

  Deno.test(`stream() of ${id} keeps the tokens before aimock cuts the stream, and rejects`, async () => {
    await using server = await AimockServer.start({ chunkSize: 2 });
    server.mock.onMessage(PROMPT, { content: "a b c d e f" }, {
      latency: 5,
      truncateAfterChunks: 5,
    });
    const { tokens, error } = await ask(server);
    assertMatch(String(error), /^ProviderError: Provider stream failed: /);
    assertMatch(tokens.join(""), /^a b c.{0,5}$/);
  });
}

Deno.test("stream() of standard-compatible hands on usage and finish reason of aimock", async () => {
  await using server = await AimockServer.start();
  const usage = { "prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18 };
  server.mock.onMessage(PROMPT, { content: "cut", finishReason: "length", usage });
  const { finish } = await askProvider("standard-compatible", {
    baseUrl: server.mock.url,
    extraBody: { stream_options: { include_usage: true } },
  }, { prompt: PROMPT });
  assertStrictEquals(finish?.finishReason, "length");
  assertEquals(finish?.usage, { promptTokens: 11, completionTokens: 7 });
});

Deno.test("stream() of standard-compatible hands on aimock's refusal of a wrong key", async () => {
  await using server = await AimockServer.start({ auth: { apiKeys: ["another-key"] } });
  const { error } = await askProvider("standard-compatible", { baseUrl: server.mock.url });
  const expected = { status: 401, reason: "Invalid API key" };
  assertEquals(sameFields(error, expected), expected);
});
