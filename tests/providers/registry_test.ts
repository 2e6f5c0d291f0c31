// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import {
  getProviderById,
  getProviderDefinitions,
  type LLMProviderDefinition,
  type LLMProviderId,
  ProviderError,
} from "@rivulet/llm";
import { requestFor } from "../support/ask.ts";
import { FakeGpu } from "../webllm/support/gpu.ts";

type Row = [id: string, label: string, kind: string, baseUrl: string, model: string, key: boolean];

const ROWS: Row[] = [
  // deno-fmt-ignore
  ["standard-compatible", "Remote (compatible API)", "remote", "https://api.openai.com", "gpt-4o-mini", true],
  ["local-a", "Local (server A)", "local", "http://localhost:11434", "llama3.1:8b", false],
  ["local-b", "Local (server B)", "local", "http://localhost:1234", "local-model", false],
  // deno-fmt-ignore
  ["webllm", "In this browser (WebLLM)", "local", "", "Llama-3.2-1B-Instruct-q4f16_1-MLC", false],
];

Deno.test("getProviderDefinitions() lists the specified providers first, in order", () => {
  const rows = getProviderDefinitions().map((definition) => Object.values(definition));
  assertEquals(rows.slice(0, ROWS.length), ROWS);
  assertEquals(Object.keys(getProviderDefinitions()[0]!), [
    ...["id", "label", "kind", "defaultBaseUrl", "defaultModel", "requiresApiKey"],
  ]);
});

Deno.test("getProviderDefinitions() gives a fresh array of definitions that cannot change", () => {
  const definitions = getProviderDefinitions();
  const count = definitions.length;
  definitions.pop();
  assertStrictEquals(getProviderDefinitions().length, count);
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
  const known = getProviderDefinitions().map(({ id }) => `"${id}"`).join(", ");
  assertStrictEquals(error.message, `Pass one of ${known}, got "ollama"`);
});

Deno.test("stream() of webllm rejects as unsupported where there is no WebGPU", async () => {
  using _gpu = new FakeGpu("missing");
  const { stream, tokens, definition } = getProviderById("webllm");
  const config = { baseUrl: "", model: definition.defaultModel };
  const ask = () => Array.fromAsync(tokens(config, requestFor()));
  for (const asked of [() => stream(config, requestFor()), ask]) {
    assertStrictEquals((await assertRejects(asked, ProviderError)).code, "unsupported");
  }
  const signal = AbortSignal.abort();
  const aborted = await assertRejects(() => stream(config, requestFor({ signal })), Error);
  assert(aborted.name === "AbortError");
});
