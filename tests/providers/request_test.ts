// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals, assertStringIncludes } from "@std/assert";
import {
  getProviderById,
  type LLMProviderConfig,
  type LLMProviderId,
  type LLMStreamRequest,
  ProviderError,
  TOP_K_LIMIT,
} from "@rivulet/llm";
import { answeringFetch, askProvider, httpProviderIds, methods } from "../support/ask.ts";
import { protocolOf } from "../support/protocol.ts";
import { stubServer } from "../support/stub_server.ts";

async function sentRequest(
  id: LLMProviderId,
  config: Partial<LLMProviderConfig> = {},
  request: Partial<LLMStreamRequest> = {},
): Promise<{ url: string; init: RequestInit }> {
  const { fetch, requests } = answeringFetch(id, ["a"]);
  const { error } = await askProvider(id, { fetch, ...config }, request);
  assertEquals([error, requests.length], [undefined, 1]);
  return requests[0]!;
}

async function sentMessages(
  request: Partial<LLMStreamRequest>,
): Promise<{ role: string; content: string }[]> {
  const { init } = await sentRequest("local-a", {}, request);
  return JSON.parse(init.body as string).messages;
}

const KEY = "key-1";

for (const id of httpProviderIds) {
  const { defaultBaseUrl, requiresApiKey } = getProviderById(id).definition;
  const address = defaultBaseUrl + protocolOf(id).path;
  const ownHeaders = {
    "Content-Type": "application/json",
    ...requiresApiKey && { "Authorization": `Bearer ${KEY}` },
  };

  Deno.test(`stream() of ${id} posts exactly model, stream and messages, in this order`, async () => {
    const config = { model: "m1", apiKey: `  ${KEY} ` };
    const { url, init } = await sentRequest(id, config, { systemPrompt: "Be kind." });
    const { signal, ...rest } = init;
    assertEquals([url, signal instanceof AbortSignal], [address, true]);
    assertEquals(rest, {
      method: "POST",
      headers: ownHeaders,
      body: '{"model":"m1","stream":true,"messages":[{"role":"system","content":"Be kind."},' +
        '{"role":"user","content":"Which one?\\n\\n"}]}',
      redirect: "manual",
    });
  });

  Deno.test(`stream() of ${id} looks up the global fetch for each call`, async () => {
    const { token, end } = protocolOf(id);
    using server = stubServer(() => new Response(token("a") + end));
    const { tokens } = await askProvider(id);
    assertEquals([tokens, server.requests.map(({ url }) => url)], [["a"], [address]]);
  });

  Deno.test(`stream() of ${id} adds headers but keeps its own`, async () => {
    const added = { "X-Title": "Stars", "X-Empty": "" };
    const { init } = await sentRequest(id, {
      apiKey: KEY,
      headers: { ...added, "content-type": "text/plain", "AUTHORIZATION": "Bearer other" },
    });
    assertEquals(init.headers, { ...ownHeaders, ...added } as HeadersInit);
  });

  Deno.test(`stream() of ${id} adds body fields but keeps its own`, async () => {
    const added = { temperature: 0, options: { num_ctx: 8192 } };
    const extraBody = { model: "no", stream: false, messages: [], ...added };
    const { init } = await sentRequest(id, { model: "m1", extraBody });
    const { messages, ...body } = JSON.parse(init.body as string);
    assertEquals(body, { model: "m1", stream: true, ...added });
    assertStrictEquals(messages.length, 2);
  });

  Deno.test(`stream() of ${id} adds the fields that an extraBody with toJSON() has in JSON`, async () => {
    class Options {
      #seed = 7;
      toJSON(): object {
        return { seed: this.#seed, model: "no", toJSON: 1 };
      }
    }
    const added = [new Options(), { hidden: 1, toJSON: () => ({ seed: 7 }) }];
    for (const extraBody of added as unknown as Record<string, unknown>[]) {
      const { init } = await sentRequest(id, { model: "m1", extraBody });
      const { messages, ...body } = JSON.parse(init.body as string);
      assertEquals(body, { model: "m1", stream: true, seed: 7 });
      assertStrictEquals(messages.length, 2);
    }
  });

  Deno.test(`stream() of ${id} sends a number as a header`, async () => {
    const { init } = await sentRequest(id, { apiKey: KEY, headers: { "X-N": 0.5 as never } });
    assertEquals(init.headers, { ...ownHeaders, "X-N": "0.5" } as HeadersInit);
  });

  Deno.test(`stream() of ${id} sends a key only where one is required, whatever header carries it`, async () => {
    const headers = { Authorization: `Bearer ${KEY}` };
    const { init } = await sentRequest(id, { apiKey: KEY, headers });
    assertStrictEquals(JSON.stringify(init).includes(KEY), requiresApiKey);
  });
}

for (
  const pasted of [
    KEY,
    ` ${KEY}\n`,
    `Bearer ${KEY}`,
    `bearer  Bearer ${KEY}`,
    `Authorization: Bearer ${KEY}`,
    `authorization:${KEY}`,
  ]
) {
  Deno.test(`stream() sends the key alone of ${JSON.stringify(pasted)}`, async () => {
    const { init } = await sentRequest("standard-compatible", { apiKey: pasted });
    const { Authorization } = init.headers as Record<string, string>;
    assertStrictEquals(Authorization, `Bearer ${KEY}`);
  });
}

for (const pasted of ["Bearer", "Bearer ", "Authorization: Bearer", "Authorization:"]) {
  Deno.test(`stream() finds no key in ${JSON.stringify(pasted)}`, async () => {
    const { fetch, requests } = answeringFetch("standard-compatible", ["a"]);
    const { error } = await askProvider("standard-compatible", { fetch, apiKey: pasted });
    assert(error instanceof ProviderError);
    assertEquals([error.code, requests.length], ["config", 0]);
  });
}

Deno.test("stream() instructs the model to recommend from the context only, concisely", async () => {
  const [system] = await sentMessages({});
  assertStrictEquals(system?.role, "system");
  const words = ["recommendation assistant", "starred code repositories", "only the context"];
  for (const part of [...words, "concise"]) assertStringIncludes(system!.content, part);
});

Deno.test("stream() sends no instruction where systemPrompt is empty or null", async () => {
  for (const systemPrompt of ["", null]) {
    assertEquals((await sentMessages({ systemPrompt })).map(({ role }) => role), ["user"]);
  }
});

Deno.test("stream() numbers the snippets from 1 and joins them with blank lines", async () => {
  const [, user] = await sentMessages({ prompt: "Q", contextSnippets: ["one", "two\nlines"] });
  assertEquals(user, { role: "user", content: "Q\n\nContext 1:\none\n\nContext 2:\ntwo\nlines" });
});

Deno.test("stream() sends the first 8 snippets only, and leaves the list as it is", async () => {
  const contextSnippets = Array.from({ length: 12 }, (_, index) => `s${index + 1}`);
  const [, user] = await sentMessages({ contextSnippets });
  assert(user?.content.endsWith("Context 8:\ns8"));
  assertEquals([TOP_K_LIMIT, contextSnippets.length], [8, 12]);
});

Deno.test("tokens() without snippets sends the prompt and two newlines", async () => {
  const { fetch, requests } = answeringFetch("local-b", ["a"]);
  const { tokens } = getProviderById("local-b");
  const config = { baseUrl: "http://localhost", model: "m", fetch };
  await Array.fromAsync(tokens(config, { prompt: "Q" }));
  assertStringIncludes(requests[0]!.init.body as string, '"content":"Q\\n\\n"');
});

const NO_SCHEME = "http:// or https://";

const REFUSED: [what: string, Partial<Record<keyof LLMProviderConfig, unknown>>, says: string][] = [
  ["an address without a scheme", { baseUrl: "localhost:11434" }, NO_SCHEME],
  ["an empty address", { baseUrl: "" }, NO_SCHEME],
  ["an address of another scheme", { baseUrl: "ftp://host" }, NO_SCHEME],
  ["no address", { baseUrl: undefined }, NO_SCHEME],
  ["an address with a password", { baseUrl: "http://me:pw@host" }, "Remove the user name"],
  ["an address with a user name", { baseUrl: "http://me@host" }, "Remove the user name"],
  ["a header that no request can carry", { headers: { "X-A": "a\nb" } }, 'header "X-A"'],
  ["a header name with a space", { headers: { "X A": "a" } }, 'header "X A"'],
  ["no model", { model: " " }, "Set model"],
  ["a header name with a colon", { headers: { "X-A:": "1" } }, 'header "X-A…"'],
  ["a pseudo-header", { headers: { ":authority": "x" } }, 'header "…"'],
  ["an extraBody whose JSON is a text", { extraBody: { toJSON: () => "x" } }, "extraBody"],
  ["an extraBody whose JSON is null", { extraBody: { toJSON: () => null } }, "extraBody"],
  ["a body field that JSON cannot carry", { extraBody: { seed: 1n } }, "extraBody"],
];

const REFUSED_KEYS: typeof REFUSED = [
  ["no key", { apiKey: undefined }, "Set apiKey"],
  ["a blank key", { apiKey: " \n" }, "Set apiKey"],
  ["a key with a line end", { apiKey: "key\nkey" }, "Enter the API key again"],
  ["a key with a dash that is no ASCII", { apiKey: "key\u2014key" }, "Enter the API key again"],
];

for (const id of httpProviderIds) {
  const { requiresApiKey } = getProviderById(id).definition;
  for (const [what, config, says] of [...REFUSED, ...requiresApiKey ? REFUSED_KEYS : []]) {
    for (const method of methods) {
      Deno.test(`${method}() of ${id} refuses ${what} before anything is sent`, async () => {
        const { fetch, requests } = answeringFetch(id, ["a"]);
        const fullConfig = { fetch, ...config } as Partial<LLMProviderConfig>;
        const { error } = await askProvider(id, fullConfig, { method });
        assert(error instanceof ProviderError);
        assertStringIncludes(error.message, says);
        assertEquals([error.code, requests], ["config", []]);
      });
    }
  }
}

Deno.test("stream() shows neither a wrong key nor a wrong address, which may be a key", async () => {
  const secret = "sk-secret\u2014123456";
  const configs = [{ apiKey: secret }, { baseUrl: secret }, { headers: { "api-key": secret } }];
  for (const config of configs) {
    const { error } = await askProvider("standard-compatible", config);
    assert(error instanceof ProviderError);
    assertStrictEquals(Deno.inspect(error).includes("secret"), false);
  }
});
