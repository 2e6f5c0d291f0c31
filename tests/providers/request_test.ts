// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertRejects, assertStrictEquals, assertStringIncludes } from "@std/assert";
import { assertSpyCalls, stub } from "@std/testing/mock";
import {
  getProviderById,
  type LLMProviderConfig,
  type LLMProviderId,
  type LLMStreamRequest,
  ProviderError,
  TOP_K_LIMIT,
} from "@rivulet/llm";
import {
  answerChunks,
  answeringFetch,
  configFor,
  httpProviderIds,
  requestFor,
} from "../support/ask.ts";

async function sentRequest(
  id: LLMProviderId,
  config: Partial<LLMProviderConfig> = {},
  request: Partial<LLMStreamRequest> = {},
): Promise<{ url: string; init: RequestInit }> {
  const { fetch, requests } = answeringFetch(id, ["a"]);
  await getProviderById(id).stream(configFor(id, { fetch, ...config }), requestFor(request));
  assertStrictEquals(requests.length, 1);
  return requests[0]!;
}

async function sentMessages(
  request: Partial<LLMStreamRequest>,
): Promise<{ role: string; content: string }[]> {
  const { init } = await sentRequest("local-a", {}, request);
  return JSON.parse(init.body as string).messages;
}

const addresses: Partial<Record<LLMProviderId, string>> = {
  "standard-compatible": "https://api.openai.com/v1/chat/completions",
  "local-a": "http://localhost:11434/api/chat",
  "local-b": "http://localhost:1234/v1/chat/completions",
};

for (const id of httpProviderIds) {
  Deno.test(`stream() of ${id} posts the question to the default address`, async () => {
    const { url, init } = await sentRequest(id);
    assertStrictEquals(url, addresses[id]);
    assertStrictEquals(init.method, "POST");
    assertStrictEquals(init.redirect, "manual");
  });

  Deno.test(`stream() of ${id} sends exactly model, stream and messages, in this order`, async () => {
    const { init } = await sentRequest(id, { model: "m1" }, { systemPrompt: "Be kind." });
    assertStrictEquals(
      init.body,
      '{"model":"m1","stream":true,"messages":[{"role":"system","content":"Be kind."},' +
        '{"role":"user","content":"Which one?\\n\\n"}]}',
    );
  });

  Deno.test(`stream() of ${id} sends the specified headers and no others`, async () => {
    const { init } = await sentRequest(id, { apiKey: "  key-1 " });
    const expected: Record<string, string> = { "Content-Type": "application/json" };
    if (id === "standard-compatible") expected["Authorization"] = "Bearer key-1";
    assertEquals(init.headers, expected);
  });

  Deno.test(`stream() of ${id} hands fetch a signal that follows the caller's`, async () => {
    const controller = new AbortController();
    const sent = Promise.withResolvers<AbortSignal>();
    const config = configFor(id, {
      fetch: (_url, { signal }) => (sent.resolve(signal), new Promise<never>(() => {})),
    });
    const answer = getProviderById(id).stream(config, requestFor({ signal: controller.signal }));
    const signal = await sent.promise;
    assertEquals(signal.aborted, false);
    controller.abort();
    assertEquals(signal.aborted, true);
    await assertRejects(() => answer, Error);
  });

  Deno.test(`stream() of ${id} looks up the global fetch for each call`, async () => {
    using fetchStub = stub(
      globalThis,
      "fetch",
      () => Promise.resolve(new Response(answerChunks(id, ["a"]).join(""))),
    );
    const tokens: string[] = [];
    await getProviderById(id).stream(
      configFor(id),
      requestFor({ onToken: (token) => tokens.push(token) }),
    );
    assertEquals(tokens, ["a"]);
    assertSpyCalls(fetchStub, 1);
    assertStrictEquals(fetchStub.calls[0]!.args[0], addresses[id]);
  });

  Deno.test(`stream() of ${id} adds headers but keeps its own`, async () => {
    const { init } = await sentRequest(id, {
      apiKey: "key-1",
      headers: {
        "X-Title": "Stars",
        "X-Empty": "",
        "content-type": "text/plain",
        "AUTHORIZATION": "Bearer other",
      },
    });
    const expected: Record<string, string> = {
      "Content-Type": "application/json",
      "X-Title": "Stars",
      "X-Empty": "",
    };
    if (id === "standard-compatible") expected["Authorization"] = "Bearer key-1";
    assertEquals({ ...init.headers as Record<string, string> }, expected);
  });

  Deno.test(`stream() of ${id} adds body fields but keeps its own`, async () => {
    const extraBody = {
      temperature: 0,
      model: "no",
      stream: false,
      messages: [],
      options: { num_ctx: 8192 },
    };
    const body = JSON.parse(
      (await sentRequest(id, { model: "m1", extraBody })).init.body as string,
    );
    assertEquals(Object.keys(body), ["model", "stream", "messages", "temperature", "options"]);
    assertEquals([body.model, body.stream, body.messages.length], ["m1", true, 2]);
    assertEquals(body.options, { num_ctx: 8192 });
  });
}

Deno.test("stream() sends an empty systemPrompt as it is", async () => {
  const [system] = await sentMessages({ systemPrompt: "" });
  assertStrictEquals(system?.content, "");
});

Deno.test("stream() instructs the model to recommend from the context only, concisely", async () => {
  const [system] = await sentMessages({});
  assertStrictEquals(system?.role, "system");
  for (
    const words of [
      "recommendation assistant",
      "starred code repositories",
      "only the context",
      "concise",
    ]
  ) {
    assertStringIncludes(system!.content, words);
  }
});

Deno.test("stream() numbers the snippets from 1 and joins them with blank lines", async () => {
  const [, user] = await sentMessages({ prompt: "Q", contextSnippets: ["one", "two\nlines"] });
  assertEquals(user, { role: "user", content: "Q\n\nContext 1:\none\n\nContext 2:\ntwo\nlines" });
});

Deno.test("stream() sends the first 8 snippets only", async () => {
  const contextSnippets = Array.from({ length: 12 }, (_, index) => `s${index + 1}`);
  const [, user] = await sentMessages({ contextSnippets });
  assertStrictEquals(TOP_K_LIMIT, 8);
  assertStrictEquals(user?.content.match(/Context \d+:/g)?.length, 8);
  assertStringIncludes(user!.content, "Context 8:\ns8");
  assertStrictEquals(contextSnippets.length, 12);
});

Deno.test("stream() without snippets sends the prompt and two newlines", async () => {
  assertStrictEquals((await sentMessages({ prompt: "Q" }))[1]?.content, "Q\n\n");
});

Deno.test("tokens() without snippets sends the prompt and two newlines", async () => {
  const { fetch, requests } = answeringFetch("local-b", ["a"]);
  const { tokens } = getProviderById("local-b");
  for await (const _ of tokens(configFor("local-b", { fetch }), { prompt: "Q" }));
  assertStringIncludes(requests[0]!.init.body as string, '"content":"Q\\n\\n"');
});

const refusals: [
  what: string,
  id: LLMProviderId,
  config: Partial<LLMProviderConfig>,
  includes: string,
][] = [
  ["an address without a scheme", "local-a", { baseUrl: "localhost:11434" }, "http:// or https://"],
  ["an empty address", "local-b", { baseUrl: "" }, "http:// or https://"],
  [
    "an address of another scheme",
    "standard-compatible",
    { baseUrl: "ftp://host" },
    "http:// or https://",
  ],
  ["no address", "local-a", { baseUrl: undefined as unknown as string }, "http:// or https://"],
  [
    "an address with a password",
    "local-a",
    { baseUrl: "http://me:secret@host" },
    "Remove the user name",
  ],
  ["no key for a remote provider", "standard-compatible", { apiKey: undefined }, "Set apiKey"],
  ["a blank key for a remote provider", "standard-compatible", { apiKey: " \n" }, "Set apiKey"],
  [
    "a key with a line end",
    "standard-compatible",
    { apiKey: "key\nkey" },
    "Enter the API key again",
  ],
  [
    "a key with a dash that is no ASCII",
    "standard-compatible",
    { apiKey: "key\u2014key" },
    "Enter the API key",
  ],
  ["a header that no request can carry", "local-b", { headers: { "X-A": "a\nb" } }, 'header "X-A"'],
  ["a header name with a space", "local-b", { headers: { "X A": "a" } }, 'header "X A"'],
  ["no model", "local-a", { model: " " }, "Set model"],
  ["a body field that JSON cannot carry", "local-a", { extraBody: { seed: 1n } }, "extraBody"],
];

for (const [what, id, config, includes] of refusals) {
  Deno.test(`stream() of ${id} refuses ${what} before anything is sent`, async () => {
    const { fetch, requests } = answeringFetch(id, ["a"]);
    const { stream } = getProviderById(id);
    const fullConfig = configFor(id, { fetch, ...config });
    const error = await assertRejects(
      () => stream(fullConfig, requestFor()),
      ProviderError,
      includes,
    );
    assertStrictEquals(error.code, "config");
    assertStrictEquals(requests.length, 0);
  });
}

Deno.test("stream() shows neither a wrong key nor a wrong address, which may be a key", async () => {
  const secret = "sk-secret\u2014123456";
  for (
    const config of [{ apiKey: secret }, { baseUrl: secret }, { headers: { "api-key": secret } }]
  ) {
    const { stream } = getProviderById("standard-compatible");
    const error = await assertRejects(
      () => stream(configFor("standard-compatible", config), requestFor()),
      ProviderError,
    );
    assertStrictEquals(Deno.inspect(error).includes("secret"), false);
  }
});

Deno.test("local providers never send a key, whatever header carries it", async () => {
  for (const id of ["local-a", "local-b"] as const) {
    const { init } = await sentRequest(id, {
      apiKey: "key-1",
      headers: { Authorization: "Bearer key-1" },
    });
    assertStrictEquals(JSON.stringify(init).includes("key-1"), false);
  }
});
