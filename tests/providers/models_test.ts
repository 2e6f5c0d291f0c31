// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import {
  type FetchFunction,
  getProviderById,
  type LLMModel,
  lmStudio,
  ollama,
  openaiCompatible,
  ProviderError,
} from "@rivulet/llm";
import { httpProviderIds } from "../support/ask.ts";

const BASE = "http://localhost:1";

/** A fetch that answers with a JSON, and what it was asked. */
function answering(answer: unknown, init?: ResponseInit) {
  const asked: { url: string; init: Parameters<FetchFunction>[1] }[] = [];
  const fetch: FetchFunction = (url, init_) => {
    asked.push({ url, init: init_ });
    const body = typeof answer === "string" ? answer : JSON.stringify(answer);
    return Promise.resolve(new Response(body, init));
  };
  return { fetch, asked };
}

async function failure(run: () => Promise<unknown>): Promise<ProviderError> {
  return await assertRejects(run, ProviderError);
}

const OPENAI_LISTS: [what: string, answer: unknown, models: LLMModel[]][] = [
  [
    "OpenAI's list",
    { object: "list", data: [{ id: "gpt-4o-mini", object: "model", owned_by: "system" }] },
    [{ name: "gpt-4o-mini", owner: "system" }],
  ],
  [
    "llama.cpp's list, which has two",
    {
      models: [{ name: "m.gguf", type: "model" }],
      data: [{ id: "m.gguf", meta: { n_ctx: 4096, n_ctx_train: 8192, size: 98_000_000 } }],
    },
    [{ name: "m.gguf", contextLength: 4096, sizeBytes: 98_000_000 }],
  ],
  [
    "vLLM's list",
    { data: [{ id: "smol", max_model_len: 2048 }] },
    [{ name: "smol", contextLength: 2048 }],
  ],
  [
    "OpenRouter's list",
    { data: [{ id: "a/b", context_length: 131_072 }] },
    [{ name: "a/b", contextLength: 131_072 }],
  ],
  [
    "Groq's list",
    { data: [{ id: "a", "owned_by": "Meta", context_window: 131_072 }] },
    [{ name: "a", owner: "Meta", contextLength: 131_072 }],
  ],
  [
    "the list of LM Studio's own API",
    {
      data: [{ id: "e", type: "embeddings", max_context_length: 512 }, { id: "c", type: "llm" }],
    },
    [{ name: "e", embeds: true, contextLength: 512 }, { name: "c", embeds: false }],
  ],
  ["a bare list", [{ id: "a" }], [{ name: "a" }]],
  ["a list of names in other places", { data: [{ model: "a" }, { name: "b" }] }, [{ name: "a" }, {
    name: "b",
  }]],
  ["null for no models", { data: null }, []],
  ["nothing of what has no name", { data: [{}, null, 7, { id: " " }, { id: "a" }] }, [{
    name: "a",
  }]],
];

for (const [what, answer, models] of OPENAI_LISTS) {
  Deno.test(`models() of lmStudio reads ${what}`, async () => {
    const { fetch } = answering(answer);
    assertEquals(await lmStudio.models({ baseUrl: BASE, fetch }), models);
  });
}

const OLLAMA_LISTS: [what: string, answer: unknown, models: LLMModel[]][] = [
  [
    "the list of /api/tags",
    {
      models: [
        { name: "llama3.1:8b", model: "llama3.1:8b", size: 7, details: { family: "llama" } },
        { name: "all-minilm:latest", details: { family: "bert" } },
        { name: "nomic-embed-text", details: { family: "nomic-bert" } },
        { model: "only-model" },
        { name: "e", capabilities: ["embedding"] },
        { name: "c", capabilities: ["completion", "tools"], details: { context_length: 8192 } },
      ],
    },
    [
      { name: "llama3.1:8b", sizeBytes: 7 },
      { name: "all-minilm:latest", embeds: true },
      { name: "nomic-embed-text", embeds: true },
      { name: "only-model" },
      { name: "e", embeds: true },
      { name: "c", embeds: false, contextLength: 8192 },
    ],
  ],
  ["null for no models", { models: null }, []],
];

for (const [what, answer, models] of OLLAMA_LISTS) {
  Deno.test(`models() of ollama reads ${what}`, async () => {
    const { fetch } = answering(answer);
    assertEquals(await ollama.models({ baseUrl: BASE, fetch }), models);
  });
}

const ADDRESSES: [baseUrl: string, openAI: string, ollama: string][] = [
  ["http://h", "http://h/v1/models", "http://h/api/tags"],
  ["http://h/", "http://h/v1/models", "http://h/api/tags"],
  ["http://h/v1/", "http://h/v1/models", "http://h/api/tags"],
  ["http://h/v1?x=1", "http://h/v1/models?x=1", "http://h/api/tags?x=1"],
  ["http://h/v1/chat/completions", "http://h/v1/models", "http://h/v1/chat/completions/api/tags"],
  [
    "http://h/d/chat/completions?v=2",
    "http://h/d/models?v=2",
    "http://h/d/chat/completions/api/tags?v=2",
  ],
  ["http://h/api", "http://h/api/v1/models", "http://h/api/tags"],
  ["http://h/api/chat", "http://h/api/chat/v1/models", "http://h/api/tags"],
];

for (const [baseUrl, openAI, local] of ADDRESSES) {
  Deno.test(`models() asks beside the questions to ${baseUrl}`, async () => {
    const { fetch, asked } = answering({ data: [], models: [] });
    await lmStudio.models({ baseUrl, fetch });
    await ollama.models({ baseUrl, fetch });
    assertEquals(asked.map(({ url }) => url), [openAI, local]);
  });
}

Deno.test("models() sends a GET, with the key of a remote service and the caller's headers", async () => {
  const { fetch, asked } = answering({ data: [] });
  const config = { baseUrl: BASE, apiKey: " Bearer sk-key ", headers: { "X-Title": "t" }, fetch };
  await openaiCompatible.models(config);
  await lmStudio.models(config);
  assertEquals(
    asked.map(({ init: { method, headers, body, redirect } }) => [method, headers, body, redirect]),
    [
      ["GET", { Authorization: "Bearer sk-key", "X-Title": "t" }, undefined, "manual"],
      ["GET", { "X-Title": "t" }, undefined, "manual"],
    ],
  );
});

Deno.test("models() of openaiCompatible needs a key, as a question does", async () => {
  const { fetch, asked } = answering({ data: [] });
  const { code } = await failure(() => openaiCompatible.models({ baseUrl: BASE, fetch }));
  assertEquals([code, asked.length], ["config", 0]);
});

const NO_LISTS: [answer: unknown, reason: string][] = [
  [{ models: null, data: null, error: "boom" }, "boom"],
  [{ error: { message: "boom" } }, "boom"],
  [{ detail: "Not authenticated" }, "Not authenticated"],
  [{ object: "list" }, "the answer is no list of models"],
  [7, "the answer is no list of models"],
  ["", "the answer is empty"],
  ["<!doctype html>", "the answer is a web page, not JSON"],
  ['{"data":[', "the answer is not complete JSON"],
];

for (const id of httpProviderIds) {
  const provider = getProviderById(id);
  const config = (fetch: FetchFunction) => ({ baseUrl: BASE, apiKey: "test-key", fetch });

  for (const [answer, expected] of NO_LISTS) {
    Deno.test(`models() of ${id} refuses the answer ${JSON.stringify(answer)}`, async () => {
      const { fetch } = answering(answer);
      const { code, reason, message } = await failure(() => provider.models(config(fetch)));
      assertEquals([code, reason], ["format", expected]);
      assertStrictEquals(message, `Model list failed: ${expected}`);
    });
  }

  Deno.test(`models() of ${id} tells a refusal in the server's words, without the key`, async () => {
    const words = { error: { message: "test-key is wrong" } };
    const { fetch } = answering(words, { status: 401, headers: { "retry-after": "2" } });
    const error = await failure(() => provider.models(config(fetch)));
    assertEquals([error.code, error.status, error.retryAfterMs], ["http", 401, 2000]);
    const { requiresApiKey } = provider.definition;
    assertStrictEquals(error.reason, requiresApiKey ? "[secret] is wrong" : "test-key is wrong");
  });

  Deno.test(`models() of ${id} follows no redirect`, async () => {
    const { fetch } = answering("", { status: 302, headers: { location: "/login" } });
    const { code, reason } = await failure(() => provider.models(config(fetch)));
    assertEquals([code, reason], ["http", "the server redirects to http://localhost:1/login"]);
  });

  Deno.test(`models() of ${id} gives up on a list of more than 8 MiB`, async () => {
    const { fetch } = answering(`{"data":["${"x".repeat(8 * 1024 * 1024)}"]}`);
    const { code, reason } = await failure(() => provider.models(config(fetch)));
    assertEquals([code, reason], ["format", "the answer is longer than 8388608 bytes"]);
  });

  Deno.test(`models() of ${id} gives up on a list of more than 262,144 values`, async () => {
    const { fetch } = answering(`{"data":[${'{"id":"m"},'.repeat(200_000)}{}]}`);
    const { code, reason } = await failure(() => provider.models(config(fetch)));
    assertEquals([code, reason], ["format", "the answer holds more than 262144 values"]);
  });

  Deno.test(`models() of ${id} reads a list of thousands`, async () => {
    const entries = Array.from(
      { length: 5000 },
      (_, index) => ({ id: `m${index}`, name: `m${index}` }),
    );
    const { fetch } = answering({ data: entries, models: entries });
    assertStrictEquals((await provider.models(config(fetch))).length, 5000);
  });

  Deno.test(`models() of ${id} rejects an abort at once, and tells fetch`, async () => {
    const controller = new AbortController();
    const asked = Promise.withResolvers<AbortSignal>();
    const fetch: FetchFunction = (_url, { signal }) => {
      asked.resolve(signal);
      return new Promise(() => {});
    };
    const { signal } = controller;
    const listed = assertRejects(() => provider.models(config(fetch), { signal }), Error);
    const handedOn = await asked.promise;
    controller.abort("enough");
    const error = await listed;
    assertEquals([error.name, error.cause, handedOn.aborted], ["AbortError", "enough", true]);
  });

  Deno.test(`models() of ${id} sends nothing once its signal is aborted, and refuses what is none`, async () => {
    const { fetch, asked } = answering({ data: [] });
    const aborted = { signal: AbortSignal.abort() };
    const error = await assertRejects(() => provider.models(config(fetch), aborted), Error);
    assertStrictEquals(error.name, "AbortError");
    const wrong = { signal: 7 as unknown as AbortSignal };
    const { message } = await failure(() => provider.models(config(fetch), wrong));
    assertEquals([message, asked.length], ["Set signal to an AbortSignal", 0]);
  });

  Deno.test(`models() of ${id} refuses a wrong address before it asks`, async () => {
    const { code } = await failure(() => provider.models({ baseUrl: "x y", apiKey: "k" }));
    assertStrictEquals(code, "config");
  });
}
