// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import {
  getProviderById,
  getProviderDefinitions,
  type LLMProviderDefinition,
  type LLMProviderId,
  ProviderError,
} from "@rivulet/llm";
import { ollama } from "@rivulet/llm/ollama";
import { lmStudio } from "@rivulet/llm/lm-studio";
import { openaiCompatible } from "@rivulet/llm/openai-compatible";
import { requestFor } from "../support/ask.ts";
import { FakeGpu } from "../webllm/support/gpu.ts";

Deno.test("getProviderDefinitions() lists the providers in order", () => {
  assertEquals(getProviderDefinitions(), [
    {
      id: "standard-compatible",
      label: "Remote (compatible API)",
      kind: "remote",
      defaultBaseUrl: "https://api.openai.com",
      defaultModel: "gpt-4o-mini",
      requiresApiKey: true,
    },
    {
      id: "local-a",
      label: "Local (server A)",
      kind: "local",
      defaultBaseUrl: "http://localhost:11434",
      defaultModel: "llama3.1:8b",
      requiresApiKey: false,
    },
    {
      id: "local-b",
      label: "Local (server B)",
      kind: "local",
      defaultBaseUrl: "http://localhost:1234",
      defaultModel: "local-model",
      requiresApiKey: false,
    },
    {
      id: "webllm",
      label: "In this browser (WebLLM)",
      kind: "local",
      defaultBaseUrl: "",
      defaultModel: "Llama-3.2-1B-Instruct-q4f16_1-MLC",
      requiresApiKey: false,
    },
  ]);
});

Deno.test("getProviderDefinitions() gives a fresh array of definitions that cannot change", () => {
  const definitions = getProviderDefinitions();
  definitions.pop();
  assertStrictEquals(getProviderDefinitions().length, 4);
  const [first] = definitions as { -readonly [Key in keyof LLMProviderDefinition]: unknown }[];
  assertThrows(() => first!.label = "mine", TypeError);
});

Deno.test("getProviderById() gives the provider with that definition", () => {
  for (const definition of getProviderDefinitions()) {
    assertStrictEquals(getProviderById(definition.id).definition, definition);
  }
});

Deno.test("getProviderById() refuses an unknown id and names the known ones", () => {
  const error = assertThrows(() => getProviderById("ollama" as LLMProviderId), RangeError);
  assertStrictEquals(
    error.message,
    'Pass one of "standard-compatible", "local-a", "local-b", "webllm", got "ollama"',
  );
});

Deno.test("stream() of webllm rejects as unsupported where there is no WebGPU", async () => {
  using _gpu = new FakeGpu("missing");
  const { stream, tokens, definition } = getProviderById("webllm");
  const config = { baseUrl: "", model: definition.defaultModel };
  for (
    const ask of [
      () => stream(config, requestFor()),
      () => Array.fromAsync(tokens(config, requestFor())),
    ]
  ) {
    assertStrictEquals((await assertRejects(ask, ProviderError)).code, "unsupported");
  }
  const signal = AbortSignal.abort();
  const aborted = await assertRejects(() => stream(config, requestFor({ signal })), Error);
  assert(aborted.name === "AbortError");
});

Deno.test("getProviderById() gives the providers that their own entries export", () => {
  for (const provider of [openaiCompatible, ollama, lmStudio]) {
    assertStrictEquals(getProviderById(provider.definition.id), provider);
  }
});
