// Copyright 2026 the Rivulet authors. MIT license.

// A provider of the registry that the terminal program has no name for yet.

import { assertEquals, assertStrictEquals } from "@std/assert";
import { nameOfProvider, providerWords } from "../../demo/terminal/provider_names.ts";

Deno.test("nameOfProvider() calls a provider without a name here by its id", () => {
  assertStrictEquals(nameOfProvider("local-b"), "lm-studio");
  assertStrictEquals(nameOfProvider("acme"), "acme");
});

Deno.test("providerWords() offers a provider without a name here by its id", () => {
  const words = ["ollama", "lm-studio", "openai", "webllm"];
  const ids = ["standard-compatible", "local-a", "local-b", "webllm"];
  assertEquals(providerWords(ids), [...words, "llama.cpp", "vllm"]);
  assertEquals(providerWords([...ids, "acme"]), [...words, "acme", "llama.cpp", "vllm"]);
});
