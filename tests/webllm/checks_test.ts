// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { formatProviderError } from "@rivulet/llm";
import type { WebLLMAppConfig, WebLLMEmbeddingClientOptions } from "@rivulet/llm/webllm";
import { errorOf, idle } from "./support/call.ts";
import { ask, fakeProvider } from "./support/chat.ts";
import { FakeGpu } from "./support/gpu.ts";
import { type Caller, chat, embedding, type Half, halves } from "./support/halves.ts";
import { EMBEDDING, F16, F32, inDatabase, NO_TWIN, recordOf } from "./support/models.ts";
import { test } from "./support/test.ts";

/** How a call is refused before any model is loaded. */
async function refusal(caller: Caller, half: Half): Promise<[code: string, message: string]> {
  const { heard, outcome } = caller.call();
  const error = await errorOf(outcome, half.Error);
  assertEquals([heard, caller.fake.engines.length], [[], 0]);
  assertStrictEquals(formatProviderError(error, "local"), error.message);
  return [error.code, error.message];
}

function listOf(id: string, fields: object): WebLLMAppConfig {
  return { "model_list": [recordOf(id, fields)] };
}

const unknown: [half: Half, model: string, similar: string[]][] = [
  [chat, "LLAMA3.2:1B", [F16, F32]],
  [chat, "Lama-3.2-1B-Instruct-q4f32", [F32, F16]],
  [embedding, "snowflake-arctic-embed", [EMBEDDING]],
  [chat, "xyz", []],
  [embedding, "", []],
];

for (const [half, model, similar] of unknown) {
  test(`${half.call} refuses the unknown model "${model}", and names ${similar.length} similar ones`, async () => {
    const ids = similar.map((id) => `"${id}"`).join(", ");
    assertEquals(await refusal(half.create("the main thread", { model }), half), [
      "config",
      `Choose a model of the list, "${model}" is not in it${ids && `; similar ids are ${ids}`}`,
    ]);
  });
}

const ofImages = { model: "v", appConfig: listOf("v", { "model_type": 2 }) };

const misused: [half: Half, options: WebLLMEmbeddingClientOptions, message: string][] = [
  [
    chat,
    { model: EMBEDDING },
    `Choose a chat model or pass "${EMBEDDING}" to createWebLLMEmbeddingClient(), it makes embeddings`,
  ],
  [
    embedding,
    { model: F16 },
    `Choose a model for embeddings, "${F16}" makes none; ids for embeddings are "${EMBEDDING}"`,
  ],
  [embedding, ofImages, 'Choose a model for embeddings, "v" makes none'],
];

for (const [half, options, message] of misused) {
  test(`${half.call} refuses "${options.model}", which is for something else`, async (gpu) => {
    // That counts before what the model needs.
    gpu.features = [];
    const caller = half.create("the main thread", options);
    assertEquals(await refusal(caller, half), ["config", message]);
  });
}

const declared = { model: "m", appConfig: listOf("m", { "required_features": ["subgroups"] }) };
const embedder = { model: "e-q0f16", appConfig: listOf("e-q0f16", { "model_type": 1 }) };
const another = "another model";

const lacking: [
  half: Half,
  options: { model: string; appConfig?: WebLLMAppConfig },
  feature: string,
  choice: string,
][] = [
  [chat, { model: F16 }, "shader-f16", `"${F32}"`],
  [chat, { model: NO_TWIN }, "shader-f16", another],
  [embedding, embedder, "shader-f16", another],
  [chat, declared, "subgroups", another],
];

for (const [half, options, feature, choice] of lacking) {
  test(`${half.call} refuses "${options.model}" without ${feature}`, async (gpu) => {
    gpu.features = [];
    assertEquals(await refusal(half.create("the main thread", options), half), [
      "unsupported",
      `Choose ${choice}, this graphics adapter lacks ${feature} and cannot run "${options.model}"`,
    ]);
  });
}

const noAdapter: [what: string, request: () => Promise<unknown>][] = [
  ["no adapter", () => Promise.resolve(null)],
  ["an adapter that fails", () => Promise.reject(new Error("blocked"))],
];

for (const half of halves) {
  test(`${half.call} is unsupported on an insecure page`, async () => {
    // Such a page has no WebGPU either, but that is not what to change.
    using _gpu = new FakeGpu("missing");
    Object.defineProperty(globalThis, "isSecureContext", { value: false, configurable: true });
    try {
      assertEquals(await refusal(half.create(), half), [
        "unsupported",
        "Serve the page over https or from localhost, WebGPU needs a secure context",
      ]);
    } finally {
      delete (globalThis as { isSecureContext?: boolean }).isSecureContext;
    }
  });

  test(`${half.call} is unsupported without WebGPU, and loads no engine`, async () => {
    using _gpu = new FakeGpu("missing");
    const caller = half.create();
    assertEquals(await refusal(caller, half), [
      "unsupported",
      "Use Chrome, Edge, Safari 26 or another browser with WebGPU, or Ollama or LM Studio, this browser does not have it",
    ]);
    assertStrictEquals(caller.fake.imports, 0);
  });

  for (const [what, request] of noAdapter) {
    test(`${half.call} is unsupported with ${what}, and asks again the next time`, async (gpu) => {
      const { request: working } = gpu;
      gpu.request = request;
      const caller = half.create();
      assertEquals(await refusal(caller, half), [
        "unsupported",
        "Turn on graphics acceleration in the browser, it offers no graphics adapter for WebGPU",
      ]);
      assertStrictEquals(caller.fake.imports, 0);
      gpu.request = working;
      assertEquals(await caller.call().outcome, half.result);
    });
  }

  test(`${half.call} runs a 32-bit model without shader-f16`, async (gpu) => {
    gpu.features = [];
    const { call } = half.create("the main thread", half === chat ? { model: F32 } : {});
    assertEquals(await call().outcome, half.result);
  });

  for (const allowModelDownload of [false, undefined]) {
    test(`${half.call} asks for consent with allowModelDownload ${allowModelDownload}`, async () => {
      assertEquals(await refusal(half.create("the main thread", { allowModelDownload }), half), [
        "download-required",
        `Set allowModelDownload to download "${half.model}", it is not on this device`,
      ]);
    });
  }

  test(`${half.call} needs no consent for a model that is on this device`, async () => {
    const { fake, call } = half.create("the main thread", { allowModelDownload: false });
    fake.cached.add(half.model);
    assertEquals(await call().outcome, half.result);
    assert(!fake.log.includes("shard 1"));
    // One that is loaded runs on, whatever the browser has deleted meanwhile.
    fake.cached.clear();
    assertEquals(await call().outcome, half.result);
  });

  test(`${half.call} asks for consent when the model is deleted before its turn`, async () => {
    const { fake, call, deleteModel } = half.create("the main thread", {
      allowModelDownload: false,
      appConfig: inDatabase,
    });
    fake.cached.add(half.model);
    fake.hold("delete");
    const deleting = deleteModel();
    await fake.reached("delete");
    const { outcome } = call();
    await fake.reached("cache check");
    await idle();
    fake.release("delete");
    await deleting;
    const error = await errorOf(outcome, half.Error);
    assertEquals([error.code, fake.engines.length], ["download-required", 0]);
  });

  test(`${half.call} tells that the engine file cannot be loaded, and tries again`, async () => {
    const { fake, call } = half.create();
    const thrown = new TypeError("Failed to fetch dynamically imported module: https://a.test");
    fake.failures.set("import", thrown);
    const error = await errorOf(call().outcome, half.Error);
    assertEquals([error.code, error.message, error.cause], [
      "engine",
      "Check the connection and reload the page, the engine file could not be loaded",
      thrown,
    ]);
    fake.failures.clear();
    assertEquals(await call().outcome, half.result);
  });

  test(`${half.iteration} loads nothing before the first read`, async (gpu) => {
    const { fake, iterate } = half.create();
    const steps = iterate();
    await idle();
    assertEquals([gpu.asked, fake.imports], [0, 0]);
    assertStrictEquals((await steps.next()).done, false);
    await steps.return!();
  });
}

test("stream() of webllm asks for consent while another downloads the model", async () => {
  const { fake, provider } = fakeProvider();
  const first = await fake.heldAt("shard 1", () => ask(provider));
  const error = await errorOf(ask(provider, { allowModelDownload: false }).outcome, chat.Error);
  assertStrictEquals(error.code, "download-required");
  fake.release("shard 1");
  await first.outcome;
});

const LOW = "Use a newer browser or another device, its graphics limits are too low for the engine";

for (const half of halves) {
  const low: [name: string, value: number][] = [
    ["maxBufferSize", 2 ** 28 - 1],
    ["maxStorageBufferBindingSize", 2 ** 27 - 1],
    ["maxComputeWorkgroupStorageSize", 2 ** 15 - 1],
    ["maxStorageBuffersPerShaderStage", 9],
  ];
  for (const [name, value] of low) {
    test(`${half.call} is unsupported with a ${name} of ${value}, and loads no engine`, async (gpu) => {
      gpu.limits = { [name]: value };
      const caller = half.create();
      assertEquals(await refusal(caller, half), ["unsupported", LOW]);
      assertStrictEquals(caller.fake.imports, 0);
    });

    test(`${half.call} runs with a ${name} of ${value + 1}`, async (gpu) => {
      gpu.limits = { [name]: value + 1 };
      assertEquals(await half.create().call().outcome, half.result);
    });
  }

  test(`${half.call} refuses a model whose buffers are too large for the adapter`, async (gpu) => {
    const { model } = half;
    const appConfig = listOf(model, { "buffer_size_required_bytes": 2 ** 28 });
    gpu.limits = { maxBufferSize: 2 ** 30, maxStorageBufferBindingSize: 2 ** 28 - 1 };
    assertEquals(await refusal(half.create("the main thread", { appConfig }), half), [
      "unsupported",
      `Choose a smaller model than "${model}", it needs a buffer of 256 MB and the graphics adapter has 255 MB`,
    ]);
    gpu.limits = { maxBufferSize: 2 ** 28 };
    const { call } = half.create("the main thread", { appConfig });
    assertEquals(await call().outcome, half.result);
  });

  const sizes: [megabytes: number, memory: number | undefined, refused: boolean][] = [
    [4097, 2, true],
    [4096, 2, false],
    [17_000, 8, false],
    [17_000, undefined, false],
  ];
  for (const [megabytes, memory, refused] of sizes) {
    test(`${half.call} ${refused ? "refuses" : "takes"} a model of ${megabytes} MB on a device of ${memory} GB`, async () => {
      using _ = withMemory(memory);
      const { model } = half;
      const appConfig = listOf(model, { "vram_required_MB": megabytes });
      const caller = half.create("the main thread", { appConfig });
      if (!refused) return assertEquals(await caller.call().outcome, half.result);
      assertEquals(await refusal(caller, half), [
        "unsupported",
        `Choose a smaller model than "${model}", it takes ${megabytes} MB and this device has about ${memory} GB`,
      ]);
    });
  }

  for (const [memory, hint] of [[2, ", and this device has about 2 GB in all"], [8, ""]] as const) {
    test(`${half.call} says before a download what a model takes on a device of ${memory} GB`, async () => {
      using _ = withMemory(memory);
      const { model } = half;
      const appConfig = listOf(model, { "vram_required_MB": 879.04 });
      const caller = half.create("the main thread", { appConfig, allowModelDownload: false });
      assertEquals(await refusal(caller, half), [
        "download-required",
        `Set allowModelDownload to download "${model}", it is not on this device; it takes 879 MB of graphics memory${hint}`,
      ]);
    });
  }
}

/** A device whose browser tells how much memory there is. */
function withMemory(gigabytes: number | undefined): Disposable {
  Object.defineProperty(navigator, "deviceMemory", { value: gigabytes, configurable: true });
  return {
    [Symbol.dispose]: () => void delete (navigator as { deviceMemory?: number }).deviceMemory,
  };
}
