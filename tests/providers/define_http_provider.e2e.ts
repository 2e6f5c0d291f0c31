// Copyright 2026 the Rivulet authors. MIT license.

// A protocol of one's own: Anthropic's Messages API, as the docs of defineHttpProvider() have it, and
// Gemini's own, whose path depends on the model.

import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import {
  defineHttpProvider,
  type FetchFunction,
  type LLMFinish,
  type LLMProvider,
  type LLMProviderConfig,
  type LLMProviderDefinition,
  ProviderError,
} from "@rivulet/llm";
import { outcomeOf } from "../support/ask.ts";
import { openResponse } from "../support/stub_response.ts";

const definition = (id: string): LLMProviderDefinition<string> => ({
  id,
  label: id,
  kind: "remote",
  defaultBaseUrl: `https://${id}.example`,
  defaultModel: "m",
  requiresApiKey: true,
});

/** The provider in the example of the docs. */
async function documented(): Promise<LLMProvider<string>> {
  const file = new URL("../../providers/define_http_provider.ts", import.meta.url);
  const [, code = ""] = /```ts\n([^]*?)\* console/.exec(await Deno.readTextFile(file)) ?? [];
  return await imported(`${code.replaceAll(/^ \* ?/gm, "")}\nexport { anthropic };`, "anthropic");
}

/** The provider of the recipe. */
async function gemini(): Promise<LLMProvider<string>> {
  const file = new URL("../../docs/recipes.md", import.meta.url);
  const [, code = ""] = /\n(\/\/ gemini\.ts\n[^]*?)```/.exec(await Deno.readTextFile(file)) ?? [];
  return await imported(code, "gemini");
}

async function imported(code: string, name: string): Promise<LLMProvider<string>> {
  const module = await import(`data:application/typescript,${encodeURIComponent(code)}`);
  return module[name];
}

const EVENTS = `event: message_start
data: {"type":"message_start","message":{"id":"1","role":"assistant","content":[],"usage":{"input_tokens":9}}}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

event: ping
data: {"type": "ping"}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hel"}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"lo"}}

event: content_block_stop
data: {"type":"content_block_stop","index":0}

`;
const END = `event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":2}}

event: message_stop
data: {"type":"message_stop"}

`;

function answering(response: () => Response) {
  const asked: {
    url: string;
    method: string;
    headers: unknown;
    body: unknown;
    signal: AbortSignal;
  }[] = [];
  const fetch: FetchFunction = (url, { method, headers, body, signal }) => {
    asked.push({ url, method, headers, body: JSON.parse(body ?? "null"), signal });
    return Promise.resolve(response());
  };
  return { fetch, asked };
}

function config(fetch: FetchFunction, more: Partial<LLMProviderConfig> = {}): LLMProviderConfig {
  return {
    baseUrl: "https://api.anthropic.com",
    model: "m",
    apiKey: "sk-ant-12345",
    fetch,
    ...more,
  };
}

Deno.test("the example of defineHttpProvider() asks as the Messages API wants it, and reads its events", async () => {
  const { fetch, asked } = answering(() => new Response(EVENTS + END));
  const request = { prompt: "Q", systemPrompt: "S" };
  const { tokens, finish, error } = await outcomeOf(await documented(), config(fetch), request);
  assertEquals([tokens, error], [["Hel", "lo"], undefined]);
  const expected: LLMFinish = {
    endedBy: "marker",
    tokenCount: 2,
    finishReason: "end_turn",
    usage: { promptTokens: 9, completionTokens: 2 },
  };
  assertEquals(finish, expected);
  const [{ url, headers, body } = { url: "" }] = asked;
  assertStrictEquals(url, "https://api.anthropic.com/v1/messages");
  assertEquals(headers, {
    "Content-Type": "application/json",
    "x-api-key": "sk-ant-12345",
    "anthropic-version": "2023-06-01",
  });
  assertEquals(body, {
    model: "m",
    max_tokens: 1024,
    stream: true,
    system: "S",
    messages: [{ role: "user", content: "Q\n\n" }],
  });
});

Deno.test("the example of defineHttpProvider() sends the question as one where there is no instruction", async () => {
  const { fetch, asked } = answering(() => new Response(EVENTS + END));
  const history = [
    { role: "user" as const, content: "A" },
    { role: "assistant" as const, content: "B" },
  ];
  const request = { prompt: "Q", systemPrompt: null, history };
  await outcomeOf(await documented(), config(fetch), request);
  assertEquals(asked[0]?.body, {
    model: "m",
    max_tokens: 1024,
    stream: true,
    messages: [...history, { role: "user", content: "Q\n\n" }],
  });
});

Deno.test("defineHttpProvider() understands the addresses that people paste, and lets extraBody count more", async () => {
  const { fetch, asked } = answering(() => new Response(EVENTS + END));
  const bases = ["https://h", "https://h/v1/", "https://h/v1/messages", "https://h/proxy/v1?x=1"];
  const extraBody = { "max_tokens": 7, temperature: 0 };
  for (const baseUrl of bases) {
    await outcomeOf(await documented(), config(fetch, { baseUrl, extraBody }), { prompt: "Q" });
  }
  assertEquals(asked.map(({ url }) => url), [
    "https://h/v1/messages",
    "https://h/v1/messages",
    "https://h/v1/messages",
    "https://h/proxy/v1/messages?x=1",
  ]);
  const { max_tokens, temperature } = asked[0]!.body as Record<string, unknown>;
  assertEquals([max_tokens, temperature], [7, 0]);
});

Deno.test("defineHttpProvider() keeps the key out of a refusal, and tells its words and its wait", async () => {
  const words = {
    type: "error",
    error: { type: "rate_limit_error", message: "sk-ant-12345: slow" },
  };
  const init = { status: 429, headers: { "retry-after": "3" } };
  const { fetch } = answering(() => new Response(JSON.stringify(words), init));
  const { error } = await outcomeOf(await documented(), config(fetch), { prompt: "Q" });
  const { code, status, reason, retryAfterMs } = error as ProviderError;
  assertEquals([code, status, reason, retryAfterMs], ["http", 429, "[secret]: slow", 3000]);
});

Deno.test("defineHttpProvider() sees a failure after tokens, without the key in it", async () => {
  const failure = `event: error\ndata: {"type":"error","error":{"type":"overloaded_error",` +
    `"message":"Overloaded for sk-ant-12345"}}\n\n`;
  const { fetch } = answering(() => new Response(EVENTS + failure));
  const { tokens, error } = await outcomeOf(await documented(), config(fetch), { prompt: "Q" });
  const { code, reason } = error as ProviderError;
  assertEquals([tokens, code, reason], [["Hel", "lo"], "stream", "Overloaded for [secret]"]);
});

Deno.test("defineHttpProvider() follows no redirect and needs a key", async () => {
  const headers = { location: "https://elsewhere.example/" };
  const { fetch, asked } = answering(() => new Response("", { status: 307, headers }));
  const provider = await documented();
  const { error } = await outcomeOf(provider, config(fetch), { prompt: "Q" });
  const { reason } = error as ProviderError;
  assertStrictEquals(reason, "the server redirects to https://elsewhere.example/");
  const missing = await outcomeOf(provider, config(fetch, { apiKey: " " }), { prompt: "Q" });
  assertEquals([(missing.error as ProviderError).code, asked.length], ["config", 1]);
});

Deno.test("defineHttpProvider() stops at once, and closes the connection", async () => {
  const { response, cancelled } = openResponse(EVENTS);
  const { fetch, asked } = answering(() => response);
  for await (const _ of (await documented()).tokens(config(fetch), { prompt: "Q" })) break;
  await cancelled;
  assertStrictEquals(asked[0]!.signal.aborted, true);
});

Deno.test("the example of defineHttpProvider() lists the models of the service, with its key", async () => {
  const answer = {
    data: [{ type: "model", id: "claude-a" }, { id: "claude-b" }],
    "has_more": false,
  };
  const { fetch, asked } = answering(() => new Response(JSON.stringify(answer)));
  const provider = await documented();
  const bases = ["https://h", "https://h/v1/", "https://h/v1/messages", "https://h/proxy?x=1"];
  for (const baseUrl of bases) {
    assertEquals(await provider.models({ ...config(fetch), baseUrl }), [
      { name: "claude-a" },
      { name: "claude-b" },
    ]);
  }
  assertEquals(asked.map(({ method, url }) => `${method} ${url}`), [
    "GET https://h/v1/models?limit=1000",
    "GET https://h/v1/models?limit=1000",
    "GET https://h/v1/models?limit=1000",
    "GET https://h/proxy/v1/models?limit=1000&x=1",
  ]);
  const headers = { "x-api-key": "sk-ant-12345", "anthropic-version": "2023-06-01" };
  assertEquals([asked[0]?.headers, asked[0]?.body], [headers, null]);
});

Deno.test("a list of models of a protocol of one's own tells its failure without the key", async () => {
  const provider = await documented();
  const failures: [body: unknown, status: number, code: string, reason: string][] = [
    [{ error: { message: "sk-ant-12345 is no key" } }, 401, "http", "[secret] is no key"],
    [{ error: { message: "sk-ant-12345 is no key" } }, 200, "format", "[secret] is no key"],
    [{ models: [] }, 200, "format", "the answer is no list of models"],
  ];
  for (const [body, status, code, reason] of failures) {
    const { fetch } = answering(() => new Response(JSON.stringify(body), { status }));
    const error = await assertRejects(() => provider.models(config(fetch)), ProviderError);
    assertEquals([error.code, error.reason], [code, reason]);
  }
});

Deno.test("defineHttpProvider() without a list of models makes a provider that has none", () => {
  const provider = defineHttpProvider({
    definition: definition("own"),
    path: "/v1/ask",
    body: () => ({}),
    read: () => undefined,
  });
  assertStrictEquals("models" in provider, false);
});

Deno.test("defineHttpProvider() takes a path that depends on the model and has a query", async () => {
  const provider = await gemini();
  const data = { candidates: [{ content: { parts: [{ text: "Hi" }] }, finishReason: "STOP" }] };
  const { fetch, asked } = answering(() => new Response(`data: ${JSON.stringify(data)}\n\n`));
  for (const baseUrl of ["https://g", "https://g/v1beta", "https://g?key=x"]) {
    const { tokens, finish } = await outcomeOf(provider, config(fetch, { baseUrl }), {
      prompt: "Q",
    });
    assertEquals([tokens, finish?.finishReason], [["Hi"], "STOP"]);
  }
  const path = "https://g/v1beta/models/m:streamGenerateContent?alt=sse";
  assertEquals(asked.map(({ url }) => url), [path, path, `${path}&key=x`]);
});

Deno.test("defineHttpProvider() lists models where its path depends on a model that is not known yet", async () => {
  const paths: string[] = [];
  const provider = defineHttpProvider({
    definition: definition("own"),
    path: ({ model }) => {
      paths.push(`/v1/${model.trim()}/ask`);
      return paths.at(-1)!;
    },
    body: () => ({}),
    read: () => undefined,
    models: { path: "/v1/models", read: () => [] },
  });
  const { fetch, asked } = answering(() => new Response("[]"));
  const { model: _, ...rest } = config(fetch);
  assertEquals(await provider.models({ ...rest, baseUrl: "https://h/v1" }), []);
  assertEquals([paths, asked[0]?.url], [["/v1//ask"], "https://h/v1/models"]);
});

Deno.test("defineHttpProvider() hands on what the functions of a protocol throw", async () => {
  const thrown = new Error("mine");
  const provider = defineHttpProvider({
    definition: { ...definition("own"), requiresApiKey: false },
    path: "/x",
    body: () => {
      throw thrown;
    },
    read: () => undefined,
  });
  const { fetch } = answering(() => new Response(""));
  const error = await assertRejects(async () => {
    for await (const _ of provider.tokens(config(fetch), { prompt: "Q" }));
  }, Error);
  assertStrictEquals(error, thrown);
});
