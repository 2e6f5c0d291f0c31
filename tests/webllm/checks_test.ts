// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { formatProviderError, type LLMProviderConfig, ProviderError } from "@rivulet/llm";
import { createWebLLMProvider } from "@rivulet/llm/webllm";
import { requestFor } from "../support/ask.ts";
import { ask, assertAborted, FakeGpu, fakeProvider } from "../support/webllm_ask.ts";
import { EMBEDDING, F16, F32, NO_TWIN } from "../support/webllm_fake_engine.ts";

async function refusal(
  config: Partial<LLMProviderConfig> = {},
  { fake, provider } = fakeProvider(),
): Promise<[code: string, message: string]> {
  const seen = ask(provider, config);
  await seen.ended;
  const error = await assertRejects(() => Promise.reject(seen.error), ProviderError);
  assertEquals([seen.events, fake.engines.length], [[], 0]);
  assertStrictEquals(formatProviderError(error, "local"), error.message);
  return [error.code, error.message];
}

Deno.test("stream() of webllm asks for nothing when it is aborted already", async () => {
  using gpu = new FakeGpu();
  gpu.request = () => Promise.reject(new Error("asked"));
  const { fake, provider } = fakeProvider();
  const seen = ask(provider, {}, { signal: AbortSignal.abort() });
  await seen.ended;
  assertAborted(seen);
  assertStrictEquals(fake.imports, 0);
});

Deno.test("stream() of webllm is unsupported on an insecure page", async () => {
  using _gpu = new FakeGpu("missing");
  Object.defineProperty(globalThis, "isSecureContext", { value: false, configurable: true });
  try {
    assertEquals(await refusal(), [
      "unsupported",
      "Serve the page over https or from localhost, WebGPU needs a secure context",
    ]);
  } finally {
    delete (globalThis as { isSecureContext?: boolean }).isSecureContext;
  }
});

Deno.test("stream() of webllm is unsupported without WebGPU, and loads no engine", async () => {
  using _gpu = new FakeGpu("missing");
  const { fake, provider } = fakeProvider();
  assertEquals(await refusal({}, { fake, provider }), [
    "unsupported",
    "Use a browser with WebGPU, this one does not have it",
  ]);
  assertStrictEquals(fake.imports, 0);
});

const noAdapter: [what: string, request: () => Promise<unknown>][] = [
  ["no adapter", () => Promise.resolve(null)],
  ["an adapter that fails", () => Promise.reject(new Error("blocked"))],
];

for (const [what, request] of noAdapter) {
  Deno.test(`stream() of webllm is unsupported with ${what}, and asks again the next time`, async () => {
    using gpu = new FakeGpu();
    const { request: working } = gpu;
    gpu.request = request;
    const { fake, provider } = fakeProvider();
    assertEquals(await refusal({}, { fake, provider }), [
      "unsupported",
      "Turn on graphics acceleration in the browser, it offers no graphics adapter for WebGPU",
    ]);
    assertStrictEquals(fake.imports, 0);
    gpu.request = working;
    assertStrictEquals((await refusal({ model: "none" }, { fake, provider }))[0], "config");
  });
}

Deno.test("stream() of webllm refuses an unknown model and names similar ones", async () => {
  using _gpu = new FakeGpu();
  assertEquals(await refusal({ model: "llama3.2:1b" }), [
    "config",
    `Choose a model of the list, "llama3.2:1b" is not in it; similar ids are "${F16}", "${F32}"`,
  ]);
  assertEquals(await refusal({ model: "Lama-3.2-1B-Instruct-q4f32" }), [
    "config",
    'Choose a model of the list, "Lama-3.2-1B-Instruct-q4f32" is not in it; similar ids are ' +
    `"${F32}", "${F16}"`,
  ]);
  assertEquals(await refusal({ model: "xyz" }), [
    "config",
    'Choose a model of the list, "xyz" is not in it',
  ]);
});

Deno.test("stream() of webllm refuses a model that makes embeddings", async () => {
  using _gpu = new FakeGpu();
  assertEquals(await refusal({ model: EMBEDDING }), [
    "config",
    `Choose a chat model or pass "${EMBEDDING}" to createWebLLMEmbeddingClient(), it makes embeddings`,
  ]);
});

Deno.test("stream() of webllm refuses a 16-bit model without shader-f16 and names its twin", async () => {
  using gpu = new FakeGpu();
  gpu.features = [];
  assertEquals(await refusal({ model: F16 }), [
    "unsupported",
    `Choose "${F32}", this graphics adapter lacks shader-f16 and cannot run "${F16}"`,
  ]);
  assertEquals(await refusal({ model: NO_TWIN }), [
    "unsupported",
    `Choose another model, this graphics adapter lacks shader-f16 and cannot run "${NO_TWIN}"`,
  ]);
});

Deno.test("stream() of webllm refuses a feature that a model declares", async () => {
  using _gpu = new FakeGpu();
  const { fake } = fakeProvider();
  const record = {
    model: "https://models.test/m",
    "model_id": "m",
    "model_lib": "https://models.test/m.wasm",
    "required_features": ["subgroups"],
  };
  const { loadEngine } = fake;
  const appConfig = { "model_list": [record] };
  const provider = createWebLLMProvider({ loadEngine, appConfig });
  assertEquals(await refusal({ model: "m" }, { fake, provider }), [
    "unsupported",
    'Choose another model, this graphics adapter lacks subgroups and cannot run "m"',
  ]);
});

Deno.test("stream() of webllm runs a 32-bit model without shader-f16", async () => {
  using gpu = new FakeGpu();
  gpu.features = [];
  const { provider } = fakeProvider();
  const seen = ask(provider, { model: F32 });
  await seen.ended;
  assertStrictEquals(seen.error, undefined);
});

for (const allowModelDownload of [false, undefined]) {
  Deno.test(`stream() of webllm asks for consent with allowModelDownload ${allowModelDownload}`, async () => {
    using _gpu = new FakeGpu();
    assertEquals(await refusal({ allowModelDownload }), [
      "download-required",
      `Set allowModelDownload to download "${F16}", it is not on this device`,
    ]);
  });
}

Deno.test("stream() of webllm needs no consent for a model that is on this device", async () => {
  using _gpu = new FakeGpu();
  const { fake, provider } = fakeProvider();
  fake.cached.add(F16);
  const seen = ask(provider, { allowModelDownload: false });
  await seen.ended;
  assertStrictEquals(seen.error, undefined);
  assert(!fake.log.includes("shard 1"));
});

Deno.test("stream() of webllm asks for consent when the model is deleted before its turn", async () => {
  using _gpu = new FakeGpu();
  const { fake, provider } = fakeProvider();
  fake.cached.add(F16);
  fake.hold("prefill");
  const running = ask(provider, { model: F32 });
  await fake.reached("prefill");
  const waiting = ask(provider, { allowModelDownload: false });
  await fake.reached("cache check");
  await new Promise((resolve) => setTimeout(resolve));
  fake.cached.delete(F16);
  fake.release("prefill");
  await Promise.all([running.ended, waiting.ended]);
  assertStrictEquals((waiting.error as ProviderError).code, "download-required");
  assertStrictEquals(fake.engines.length, 1);
});

Deno.test("tokens() of webllm loads nothing before the first read", async () => {
  using gpu = new FakeGpu();
  let asked = 0;
  const { request } = gpu;
  gpu.request = () => (asked++, request());
  const { fake, provider } = fakeProvider();
  const config = { baseUrl: "", model: F16, allowModelDownload: true };
  const tokens = provider.tokens(config, { prompt: "Q" });
  await new Promise((resolve) => setTimeout(resolve));
  assertEquals([asked, fake.imports], [0, 0]);
  assertEquals(await Array.fromAsync(tokens), ["Hello", " world"]);
});

Deno.test("stream() of webllm tells that the engine file cannot be loaded, and tries again", async () => {
  using _gpu = new FakeGpu();
  const { fake, provider } = fakeProvider();
  const thrown = new TypeError("Failed to fetch dynamically imported module: https://a.test/b.js");
  fake.failures.set("import", thrown);
  const error = await assertRejects(
    () => provider.stream({ baseUrl: "", model: F16 }, requestFor()),
    ProviderError,
  );
  assertEquals([error.code, error.message, error.cause], [
    "engine",
    "Check the connection and reload the page, the engine file could not be loaded",
    thrown,
  ]);
  fake.failures.clear();
  const seen = ask(provider);
  await seen.ended;
  assertStrictEquals(seen.error, undefined);
});
