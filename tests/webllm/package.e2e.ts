// Copyright 2026 the Rivulet authors. MIT license.

// What this library and its docs say of the real package, which a new version may change.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { createWebLLMEmbeddingClient, createWebLLMProvider } from "@rivulet/llm/webllm";
import { modelVersion, prebuiltAppConfig } from "@mlc-ai/web-llm";
import { errorOf } from "./support/call.ts";
import { ask } from "./support/chat.ts";
import { chat } from "./support/halves.ts";
import { packageText } from "./support/package.ts";
import { test } from "./support/test.ts";

const list = prebuiltAppConfig.model_list;

test("the real package is the version that the provider was written for", () => {
  assertStrictEquals(modelVersion, "v0_2_86/base");
  assert(list.every((record) => record.model_lib.includes(modelVersion)));
  // Only these types are told apart.
  const types = list.map((record) => Number(record.model_type ?? 0));
  assertEquals([...new Set(types)].sort(), [0, 1, 2]);
});

test("each fault that the library makes up for was seen in this version of the real package", async () => {
  const version = modelVersion.replace("/base", "").slice(1).replaceAll("_", ".");
  const sources = await readSources(new URL("../../_internal/webllm/", import.meta.url));
  const faults = sources.flatMap((text) =>
    [...text.matchAll(/[Ff]ault of[\s*/]+the[\s*/]+engine[^:]*:/g)].map(([words]) => words)
  );
  assert(faults.length >= 15, `${faults.length}`);
  for (const words of faults) assert(words.includes(version), words);
});

/** The texts of all files of a folder. */
async function readSources(folder: URL): Promise<string[]> {
  const texts: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = new URL(isDirectory ? `${name}/` : name, folder);
    texts.push(...isDirectory ? await readSources(path) : [await Deno.readTextFile(path)]);
  }
  return texts;
}

test("the real package refuses an unknown model before anything is fetched", async () => {
  const error = await errorOf(
    ask(createWebLLMProvider(), { model: "Llama-3.2-1B" }).outcome,
    chat.Error,
  );
  assertEquals([error.code, error.message], [
    "config",
    'Choose a model of the list, "Llama-3.2-1B" is not in it; similar ids are ' +
    '"Llama-3.2-1B-Instruct-q0f32-MLC", "Llama-3.2-1B-Instruct-q0f16-MLC", ' +
    '"Llama-3.2-1B-Instruct-q4f32_1-MLC"',
  ]);
});

const TWINS: [id: string, twin: string, megabytes: number, twinMegabytes: number][] = [
  ["Llama-3.2-1B-Instruct-q4f16_1-MLC", "Llama-3.2-1B-Instruct-q4f32_1-MLC", 879, 1129],
  ["Qwen2.5-0.5B-Instruct-q4f16_1-MLC", "Qwen2.5-0.5B-Instruct-q4f32_1-MLC", 945, 1060],
  ["SmolLM2-360M-Instruct-q4f16_1-MLC", "SmolLM2-360M-Instruct-q4f32_1-MLC", 376, 580],
  ["Qwen3-1.7B-q4f16_1-MLC", "Qwen3-1.7B-q4f32_1-MLC", 2037, 2635],
];

for (const [id, twin, megabytes, twinMegabytes] of TWINS) {
  test(`the real package lists ${id} and its twin`, () => {
    const find = (wanted: string) => list.find((record) => record.model_id === wanted)!;
    assertEquals(
      [id, twin].map((wanted) => Math.round(find(wanted).vram_required_MB!)),
      [megabytes, twinMegabytes],
    );
    assert(!(find(twin).required_features ?? []).includes("shader-f16"));
  });
}

test("the real package lists the default model for embeddings, which needs no shader-f16", () => {
  const { model } = createWebLLMEmbeddingClient();
  const embedders = list.filter((record) => Number(record.model_type) === 1);
  const record = embedders.find((record) => record.model_id === model)!;
  assertStrictEquals(Math.round(record.vram_required_MB!), 239);
  assertStrictEquals(record.required_features, undefined);
  assert(!/q\d+f16/.test(model));
  // What the docs say of the context window and of the largest batch.
  assertStrictEquals(embedders.length, 4);
  for (const { model_lib: program } of embedders) {
    assert(/[-_]ctx512_cs512_batch(4|32)-/.test(program), program);
  }
});

test("the real package asks of an adapter what is looked for at the door", async () => {
  const text = await packageText();
  for (
    const words of [
      "const backupRequiredMaxBufferSize = 1 << 28;",
      "const backupRequiredMaxStorageBufferBindingSize = 1 << 27;",
      "const requiredMaxComputeWorkgroupStorageSize = 32 << 10;",
      "const requiredMaxStorageBuffersPerShaderStage = 10;",
    ]
  ) assert(text.includes(words), words);
});

test("the real package still does not heed the fields that are named for it", async () => {
  const text = await packageText();
  const fields = [
    "max_completion_tokens",
    "max_new_tokens",
    "num_predict",
    "num_ctx",
    "options",
    "format",
    "guided_json",
    "grammar",
    "reasoning_effort",
    "chat_template_kwargs",
    "think",
    "repeat_penalty",
    "stop_sequences",
    "top_k",
    "min_p",
    "typical_p",
    "functions",
  ];
  for (const field of fields) {
    assert(!new RegExp(`request\\.${field}\\b`).test(text), field);
  }
});

test("the real package reports its progress in the words that tell the phases", async () => {
  const text = await packageText();
  for (
    const words of [
      '"Start to fetch params"',
      '"Fetching param cache["',
      '"MB fetched. "',
      '"Loading model from cache["',
      '"Loading GPU shader modules["',
      '"Finish loading on "',
      '"webllm/model"',
      '"webllm/config"',
      '"webllm/wasm"',
    ]
  ) assert(text.includes(words), words);
});
