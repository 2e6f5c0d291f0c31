// Copyright 2026 the Rivulet authors. MIT license.

// Against a server of another project, which speaks both protocols and can fail in many ways.

import { assertEquals, assertMatch, assertRejects, assertStrictEquals } from "@std/assert";
import { getProviderById, type LLMFinish, type LLMProviderId, ProviderError } from "@rivulet/llm";
import { AimockServer } from "../support/aimock.ts";
import { answerChunks, configFor, httpProviderIds, requestFor } from "../support/ask.ts";

const PROMPT = "search code";
const ANSWER = "Take ripgrep [1]: it is fast. Größe 👩‍👩‍👧‍👦!";

interface Seen {
  text: string;
  reasoning: string;
  finish?: LLMFinish;
  error?: unknown;
}

async function ask(
  server: AimockServer,
  id: LLMProviderId,
  headers: Record<string, string> = {},
): Promise<Seen> {
  const seen: Seen = { text: "", reasoning: "" };
  const request = requestFor({
    prompt: PROMPT,
    onToken: (token) => void (seen.text += token),
    onReasoning: (text) => void (seen.reasoning += text),
    onFinish: (summary) => void (seen.finish = summary),
  });
  const config = configFor(id, { baseUrl: server.mock.url, headers });
  await getProviderById(id).stream(config, request).catch((error) => void (seen.error = error));
  return seen;
}

async function failure(server: AimockServer, id: LLMProviderId, headers?: Record<string, string>) {
  const seen = await ask(server, id, headers);
  const error = await assertRejects(() => Promise.reject(seen.error), ProviderError);
  return { ...seen, error };
}

const pathOf = (id: LLMProviderId) => id === "local-a" ? "/api/chat" : "/v1/chat/completions";

for (const id of httpProviderIds) {
  Deno.test(`stream() of ${id} reads an answer of aimock whole`, async () => {
    await using server = await AimockServer.start({ chunkSize: 3 });
    server.mock.onMessage(PROMPT, { content: ANSWER });
    const { text, finish, error } = await ask(server, id);
    assertStrictEquals(error, undefined);
    assertStrictEquals(text, ANSWER);
    assertStrictEquals(finish?.endedBy, "marker");
    assertStrictEquals(finish?.finishReason, "stop");
    assertStrictEquals(finish?.tokenCount, Math.ceil(ANSWER.length / 3));
    assertStrictEquals(
      server.headers[0]?.authorization,
      id === "standard-compatible" ? "Bearer test-key" : undefined,
    );
  });

  Deno.test(`tokens() of ${id} reads an answer of aimock token by token`, async () => {
    await using server = await AimockServer.start({ chunkSize: 4, latency: 1 });
    server.mock.onMessage(PROMPT, { content: "one two three" });
    const config = configFor(id, { baseUrl: server.mock.url });
    const answer = getProviderById(id).tokens(config, { prompt: PROMPT });
    assertEquals(await Array.fromAsync(answer), ["one ", "two ", "thre", "e"]);
  });

  Deno.test(`stream() of ${id} hands on the reasoning of aimock`, async () => {
    await using server = await AimockServer.start();
    server.mock.onMessage(PROMPT, { content: "a", reasoning: "Hm, ripgrep" });
    const { text, reasoning } = await ask(server, id);
    assertEquals([text, reasoning], ["a", "Hm, ripgrep"]);
  });

  Deno.test(`stream() of ${id} takes an empty answer of aimock as one without tokens`, async () => {
    await using server = await AimockServer.start();
    server.mock.onMessage(PROMPT, { content: "" });
    const { text, finish } = await ask(server, id);
    assertEquals([text, finish?.tokenCount, finish?.endedBy], ["", 0, "marker"]);
  });

  Deno.test(`stream() of ${id} hands on aimock's words when no fixture matches`, async () => {
    await using server = await AimockServer.start();
    const { error } = await failure(server, id);
    assertEquals([error.code, error.status, error.reason], ["http", 404, "No fixture matched"]);
  });

  Deno.test(`stream() of ${id} hands on aimock's status, words and Retry-After of a 429`, async () => {
    await using server = await AimockServer.start();
    server.mock.onMessage(PROMPT, {
      error: { message: "slow down", type: "rate_limit_error" },
      status: 429,
      retryAfter: 3,
    });
    const { error } = await failure(server, id);
    assertStrictEquals(error.message, "Provider request failed (429)");
    assertEquals([error.reason, error.retryAfterMs], ["slow down", 3000]);
  });

  Deno.test(`stream() of ${id} rejects when aimock injects a server error, and works the next time`, async () => {
    await using server = await AimockServer.start();
    server.mock.onMessage(PROMPT, { content: "a" });
    server.mock.nextRequestError(503, { message: "overloaded" });
    const { error } = await failure(server, id);
    assertEquals([error.status, error.reason], [503, "overloaded"]);
    assertStrictEquals((await ask(server, id)).text, "a");
  });

  const chaos: [fault: string, header: string, check: (error: ProviderError) => void][] = [
    ["drops the request", "drop", (error) => {
      assertEquals([error.code, error.status, error.reason], [
        "http",
        500,
        "Chaos: request dropped",
      ]);
    }],
    ["limits the rate", "ratelimit", (error) => {
      assertEquals([error.code, error.status, error.retryAfterMs], ["http", 429, 1000]);
    }],
  ];
  for (const [fault, header, check] of chaos) {
    Deno.test(`stream() of ${id} rejects when aimock ${fault}`, async () => {
      await using server = await AimockServer.start();
      server.mock.onMessage(PROMPT, { content: "a" });
      check((await failure(server, id, { [`x-aimock-chaos-${header}`]: "1" })).error);
    });
  }

  Deno.test(`stream() of ${id} takes a malformed body of aimock as an answer without tokens`, async () => {
    await using server = await AimockServer.start();
    server.mock.onMessage(PROMPT, { content: "a" });
    const { text, error, finish } = await ask(server, id, { "x-aimock-chaos-malformed": "1" });
    assertEquals([text, error, finish], ["", undefined, { endedBy: "eof", tokenCount: 0 }]);
  });

  Deno.test(`stream() of ${id} rejects with what fetch threw when aimock disconnects at once`, async () => {
    await using server = await AimockServer.start();
    server.mock.onMessage(PROMPT, { content: "a" });
    const { error } = await ask(server, id, { "x-aimock-chaos-disconnect": "1" });
    assertStrictEquals((error as Error).name, "TypeError");
  });

  Deno.test(`stream() of ${id} keeps the tokens before aimock cuts the stream, and rejects`, async () => {
    await using server = await AimockServer.start({ chunkSize: 2 });
    server.mock.onMessage(PROMPT, { content: "a b c d e f" }, {
      latency: 5,
      truncateAfterChunks: 5,
    });
    const { text, error } = await failure(server, id);
    assertStrictEquals(error.code, "stream");
    assertMatch(error.message, /^Provider stream failed: /);
    assertMatch(text, /^a b c/);
    assertStrictEquals(text.length < 11, true);
  });

  for (const end of ["cut", "reset"] as const) {
    Deno.test(`stream() of ${id} keeps a token before aimock ends with a ${end}`, async () => {
      await using server = await AimockServer.start();
      const [first = ""] = answerChunks(id, ["a"]);
      server.script(pathOf(id), { chunks: [first], end });
      const { text, error } = await failure(server, id);
      assertEquals([text, error.code], ["a", "stream"]);
    });
  }

  Deno.test(`stream() of ${id} skips malformed data in the middle of aimock's stream`, async () => {
    await using server = await AimockServer.start();
    const [first = "", second = "", end = ""] = answerChunks(id, ["a", "b"]);
    const broken = id === "local-a" ? '{"mess\n' : 'data: {"choices":[{"ind\n\n';
    server.script(pathOf(id), { chunks: [first, broken, second, end] });
    const { text, finish } = await ask(server, id);
    assertEquals([text, finish?.endedBy], ["ab", "marker"]);
  });

  Deno.test(`stream() of ${id} rejects at an error in the middle of aimock's stream`, async () => {
    await using server = await AimockServer.start();
    const [first = ""] = answerChunks(id, ["a"]);
    const broken = '{"error":"model runner stopped"}';
    server.script(pathOf(id), {
      chunks: [first, id === "local-a" ? `${broken}\n` : `data: ${broken}\n\n`],
    });
    const { text, error } = await failure(server, id);
    assertEquals([text, error.message], ["a", "Provider stream failed: model runner stopped"]);
  });

  Deno.test(`stream() of ${id} reports an answer of aimock that ends without a marker`, async () => {
    await using server = await AimockServer.start();
    server.script(pathOf(id), { chunks: answerChunks(id, ["a"]).slice(0, 1) });
    const { text, finish } = await ask(server, id);
    assertEquals([text, finish], ["a", { endedBy: "eof", tokenCount: 1 }]);
  });
}

Deno.test("stream() of standard-compatible hands on usage and finish reason of aimock", async () => {
  await using server = await AimockServer.start();
  const usage = { "prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18 };
  server.mock.onMessage(PROMPT, { content: "cut", finishReason: "length", usage });
  let finish: LLMFinish | undefined;
  await getProviderById("standard-compatible").stream(
    configFor("standard-compatible", {
      baseUrl: server.mock.url,
      extraBody: { stream_options: { include_usage: true } },
    }),
    requestFor({ prompt: PROMPT, onFinish: (summary) => void (finish = summary) }),
  );
  assertStrictEquals(finish?.finishReason, "length");
  assertEquals(finish?.usage, { promptTokens: 11, completionTokens: 7 });
});

Deno.test("stream() of standard-compatible hands on aimock's refusal of a wrong key", async () => {
  await using server = await AimockServer.start({ auth: { apiKeys: ["another-key"] } });
  const { error } = await failure(server, "standard-compatible");
  assertEquals([error.status, error.reason], [401, "Invalid API key"]);
});
