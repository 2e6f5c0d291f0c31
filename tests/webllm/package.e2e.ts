// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { ProviderError } from "@rivulet/llm";
import { createWebLLMProvider, type WebLLMProvider } from "@rivulet/llm/webllm";
import type { Engine, EngineConfig } from "../../providers/webllm/_engine.ts";
import { ask, assertAborted, FakeGpu, texts } from "../support/webllm_ask.ts";
import { loadedEngine, openPackage } from "../support/webllm_opened.ts";
import { packageText } from "../support/webllm_package.ts";
import { script, ScriptedPipeline } from "../support/webllm_script.ts";

const MODEL = "Llama-3.2-1B-Instruct-q4f32_1-MLC";

const opened = await openPackage();
const engines: Engine[] = [];

function scriptedProvider(): WebLLMProvider {
  opened.opened.setPipelineClass(ScriptedPipeline);
  script.pieces = ["Hello", " world"];
  script.at = () => Promise.resolve();
  engines.length = 0;
  const MLCEngine = function (config: EngineConfig) {
    const load = () => ({ type: 0, pipeline: new ScriptedPipeline() });
    const engine = loadedEngine(opened, config, load);
    engines.push(engine);
    return engine;
  };
  const module = { ...opened, MLCEngine, hasModelInCache: () => Promise.resolve(true) };
  return createWebLLMProvider({ loadEngine: () => Promise.resolve(module) });
}

/** Holds the script at a point, until it is released. */
function holdAt(point: string): { reached: Promise<void>; release: () => void } {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  script.at = (name) => {
    if (name !== point) return Promise.resolve();
    reached.resolve();
    return released.promise;
  };
  return { reached: reached.promise, release: released.resolve };
}

Deno.test("the real package streams tokens, finish reason and usage", async () => {
  using _gpu = new FakeGpu();
  const seen = ask(scriptedProvider(), { model: MODEL });
  await seen.ended;
  assertStrictEquals(seen.error, undefined);
  assertEquals(texts(seen), ["Hello", " world"]);
  assertEquals(seen.finish, {
    endedBy: "marker",
    tokenCount: 2,
    finishReason: "stop",
    usage: { promptTokens: 5, completionTokens: 2 },
  });
});

Deno.test("the real package hands on the thinking block", async () => {
  using _gpu = new FakeGpu();
  const provider = scriptedProvider();
  script.pieces = ["<th", "ink>\n", "Hm", "\n</think>", "\n\n", "Yes"];
  const seen = ask(provider, { model: MODEL });
  await seen.ended;
  assertEquals(texts(seen), ["(Hm)", "Yes"]);
});

for (const point of ["prefill", "decode"]) {
  Deno.test(`the real package is free again after an abort at ${point}`, async () => {
    using _gpu = new FakeGpu();
    const provider = scriptedProvider();
    const { reached, release } = holdAt(point);
    const controller = new AbortController();
    const seen = ask(provider, { model: MODEL }, { signal: controller.signal });
    await reached;
    const start = performance.now();
    controller.abort();
    await seen.ended;
    assert(performance.now() - start < 50);
    assertAborted(seen);
    const next = ask(provider, { model: MODEL });
    release();
    await next.ended;
    assertEquals(texts(next), ["Hello", " world"]);
    assertEquals(texts(seen), point === "decode" ? ["Hello"] : []);
    assertStrictEquals(engines.length, 1);
  });
}

Deno.test("the real package is free again after the loop over tokens() is left", async () => {
  using _gpu = new FakeGpu();
  const provider = scriptedProvider();
  script.pieces = Array.from({ length: 30 }, (_, index) => `${index} `);
  const config = { baseUrl: "", model: MODEL };
  for await (const _ of provider.tokens(config, { prompt: "Q" })) break;
  const next = ask(provider, { model: MODEL });
  await next.ended;
  assertEquals([texts(next).length, engines.length], [30, 1]);
});

Deno.test("the real package stops at the first step after an interrupt", async () => {
  using _gpu = new FakeGpu();
  const provider = scriptedProvider();
  script.pieces = Array.from({ length: 30 }, (_, index) => `${index} `);
  let steps = 0;
  script.at = () => Promise.resolve(void steps++);
  const controller = new AbortController();
  const onToken = () => controller.abort();
  await ask(provider, { model: MODEL }, { signal: controller.signal, onToken }).ended;
  await provider.unload();
  assertStrictEquals(steps, 1);
});

Deno.test("the real package answers parallel questions one after the other", async () => {
  using _gpu = new FakeGpu();
  const provider = scriptedProvider();
  const order: string[] = [];
  const seen = ["a", "b"].map((name) =>
    ask(provider, { model: MODEL }, { onToken: (token) => order.push(name + token) })
  );
  await Promise.all(seen.map(({ ended }) => ended));
  assertEquals(order, ["aHello", "a world", "bHello", "b world"]);
});

Deno.test("the real package refuses a question that is too long, and a fresh engine answers the next", async () => {
  using _gpu = new FakeGpu();
  const provider = scriptedProvider();
  const seen = ask(provider, { model: MODEL }, { prompt: "too long" });
  await seen.ended;
  const error = seen.error as ProviderError;
  assertEquals([error.code, error.message], [
    "engine",
    `Shorten the question or pass fewer snippets, they exceed the context window of "${MODEL}"`,
  ]);
  const next = ask(provider, { model: MODEL });
  await next.ended;
  assertEquals([texts(next), engines.length], [["Hello", " world"], 2]);
});

Deno.test("the real package refuses a field of extraBody in words of its own", async () => {
  using _gpu = new FakeGpu();
  const seen = ask(scriptedProvider(), { model: MODEL, extraBody: { temperature: -1 } });
  await seen.ended;
  const error = seen.error as ProviderError;
  assertStrictEquals(error.code, "engine");
  assert(error.message.startsWith("Try again or choose another model, the engine failed with"));
});

Deno.test("the real package refuses an unknown model before anything is fetched", async () => {
  using _gpu = new FakeGpu();
  const provider = createWebLLMProvider();
  const config = { baseUrl: "", model: "Llama-3.2-1B", allowModelDownload: true };
  const error = await assertRejects(
    () => Array.fromAsync(provider.tokens(config, { prompt: "Q" })),
    ProviderError,
  );
  assertEquals([error.code, error.message], [
    "config",
    'Choose a model of the list, "Llama-3.2-1B" is not in it; similar ids are ' +
    '"Llama-3.2-1B-Instruct-q0f32-MLC", "Llama-3.2-1B-Instruct-q0f16-MLC", ' +
    '"Llama-3.2-1B-Instruct-q4f32_1-MLC"',
  ]);
});

// What the README and the design promise of the package's own list.
const TWINS: [id: string, twin: string, megabytes: number, twinMegabytes: number][] = [
  ["Llama-3.2-1B-Instruct-q4f16_1-MLC", "Llama-3.2-1B-Instruct-q4f32_1-MLC", 879, 1129],
  ["Qwen2.5-0.5B-Instruct-q4f16_1-MLC", "Qwen2.5-0.5B-Instruct-q4f32_1-MLC", 945, 1060],
  ["SmolLM2-360M-Instruct-q4f16_1-MLC", "SmolLM2-360M-Instruct-q4f32_1-MLC", 376, 580],
  ["Qwen3-1.7B-q4f16_1-MLC", "Qwen3-1.7B-q4f32_1-MLC", 2037, 2635],
];

for (const [id, twin, megabytes, twinMegabytes] of TWINS) {
  Deno.test(`the real package lists ${id} and its twin`, () => {
    const list = opened.prebuiltAppConfig.model_list;
    const find = (wanted: string) => list.find((record) => record.model_id === wanted)!;
    assertEquals(
      [id, twin].map((wanted) => Math.round(find(wanted)["vram_required_MB"]!)),
      [megabytes, twinMegabytes],
    );
    assert(!(find(twin)["required_features"] ?? []).includes("shader-f16"));
  });
}

Deno.test("the real package is the version that the provider was written for", async () => {
  const { modelVersion, prebuiltAppConfig } = await import("@mlc-ai/web-llm");
  assertStrictEquals(modelVersion, "v0_2_86/base");
  assert(prebuiltAppConfig.model_list.every((record) => record.model_lib.includes(modelVersion)));
  // Only these types are told apart.
  const types = prebuiltAppConfig.model_list.map((record) => Number(record.model_type ?? 0));
  assertEquals([...new Set(types)].sort(), [0, 1, 2]);
});

Deno.test("the real package reports its progress in the words that tell the phases", async () => {
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
