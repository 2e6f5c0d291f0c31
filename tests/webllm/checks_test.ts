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
  const error = await errorOf(outcome);
  assert(error instanceof half.Error);
  assertEquals([heard, caller.fake.engines.length], [[], 0]);
  assertStrictEquals(formatProviderError(error, "local"), error.message);
  return [error.code, error.message];
}

function notInTheList(id: string, hint = ""): string {
  return `Choose a model of the list, "${id}" is not in it${hint}`;
}

function lacking(feature: string, id: string, choice = "another model"): string {
  return `Choose ${choice}, this graphics adapter lacks ${feature} and cannot run "${id}"`;
}

function listOf(id: string, fields: object): WebLLMAppConfig {
  return { "model_list": [recordOf(id, fields)] };
}

const refusals: [
  what: string,
  half: Half,
  options: WebLLMEmbeddingClientOptions,
  code: string,
  message: string,
][] = [
  [
    "a name of another model server, and names similar models",
    chat,
    { model: "LLAMA3.2:1B" },
    "config",
    notInTheList("LLAMA3.2:1B", `; similar ids are "${F16}", "${F32}"`),
  ],
  [
    "a typo, and names similar models",
    chat,
    { model: "Lama-3.2-1B-Instruct-q4f32" },
    "config",
    notInTheList("Lama-3.2-1B-Instruct-q4f32", `; similar ids are "${F32}", "${F16}"`),
  ],
  [
    "half a name, and names similar models",
    embedding,
    { model: "snowflake-arctic-embed" },
    "config",
    notInTheList("snowflake-arctic-embed", `; similar ids are "${EMBEDDING}"`),
  ],
  ["no name", embedding, { model: "" }, "config", notInTheList("")],
  ["no name", chat, { model: "" }, "config", notInTheList("")],
  ["a blank name", chat, { model: " " }, "config", notInTheList(" ")],
  ["a name like no other", chat, { model: "xyz" }, "config", notInTheList("xyz")],
  [
    "a model that makes embeddings",
    chat,
    { model: EMBEDDING },
    "config",
    `Choose a chat model or pass "${EMBEDDING}" to createWebLLMEmbeddingClient(), it makes embeddings`,
  ],
  [
    // The kind of the model counts before what it needs.
    "a model for chat, and names those for embeddings",
    embedding,
    { model: F16 },
    "config",
    `Choose a model for embeddings, "${F16}" makes none; ids for embeddings are "${EMBEDDING}"`,
  ],
  [
    "a model for images where the list has none for embeddings",
    embedding,
    { model: "v", appConfig: listOf("v", { "model_type": 2 }) },
    "config",
    'Choose a model for embeddings, "v" makes none',
  ],
  [
    "a 16-bit model without shader-f16, and names its twin",
    chat,
    { model: F16 },
    "unsupported",
    lacking("shader-f16", F16, JSON.stringify(F32)),
  ],
  [
    "a 16-bit model without a twin",
    chat,
    { model: NO_TWIN },
    "unsupported",
    lacking("shader-f16", NO_TWIN),
  ],
  [
    "a 16-bit model without shader-f16",
    embedding,
    { model: "e-q0f16", appConfig: listOf("e-q0f16", { "model_type": 1 }) },
    "unsupported",
    lacking("shader-f16", "e-q0f16"),
  ],
  [
    "a model that declares a feature which is not there",
    chat,
    { model: "m", appConfig: listOf("m", { "required_features": ["subgroups"] }) },
    "unsupported",
    lacking("subgroups", "m"),
  ],
];

for (const [what, half, options, code, message] of refusals) {
  test(`${half.call} refuses ${what}`, async (gpu) => {
    gpu.features = [];
    assertEquals(await refusal(half.create("the main thread", options), half), [code, message]);
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
      "Use a browser with WebGPU, this one does not have it",
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
    const caller = half.create("the main thread", half === chat ? { model: F32 } : {});
    assertEquals(await caller.call().outcome, half.result);
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
    const caller = half.create("the main thread", { allowModelDownload: false });
    caller.fake.cached.add(half.model);
    assertEquals(await caller.call().outcome, half.result);
    assert(!caller.fake.log.includes("shard 1"));
    // One that is loaded runs on, whatever the browser has deleted meanwhile.
    caller.fake.cached.clear();
    assertEquals(await caller.call().outcome, half.result);
  });

  test(`${half.call} asks for consent when the model is deleted before its turn`, async () => {
    const caller = half.create("the main thread", {
      allowModelDownload: false,
      appConfig: inDatabase,
    });
    const { fake } = caller;
    fake.cached.add(half.model);
    fake.hold("delete");
    const deleting = caller.deleteModel();
    await fake.reached("delete");
    const { outcome } = caller.call();
    await fake.reached("cache check");
    await idle();
    fake.release("delete");
    await deleting;
    const error = await errorOf(outcome);
    assert(error instanceof half.Error);
    assertEquals([error.code, fake.engines.length], ["download-required", 0]);
  });

  test(`${half.call} tells that the engine file cannot be loaded, and tries again`, async () => {
    const caller = half.create();
    const thrown = new TypeError("Failed to fetch dynamically imported module: https://a.test");
    caller.fake.failures.set("import", thrown);
    const error = await errorOf(caller.call().outcome);
    assert(error instanceof half.Error);
    assertEquals([error.code, error.message, error.cause], [
      "engine",
      "Check the connection and reload the page, the engine file could not be loaded",
      thrown,
    ]);
    caller.fake.failures.clear();
    assertEquals(await caller.call().outcome, half.result);
  });

  test(`${half.iteration} loads nothing before the first read`, async (gpu) => {
    const caller = half.create();
    const steps = caller.iterate();
    await idle();
    assertEquals([gpu.asked, caller.fake.imports], [0, 0]);
    assertStrictEquals((await steps.next()).done, false);
    await steps.return!();
  });
}

test("stream() of webllm asks for consent while another downloads the model", async () => {
  const { fake, provider } = fakeProvider();
  fake.hold("shard 1");
  const first = ask(provider);
  await fake.reached("shard 1");
  const error = await errorOf(ask(provider, { allowModelDownload: false }).outcome);
  assert(error instanceof chat.Error);
  assertStrictEquals(error.code, "download-required");
  fake.release("shard 1");
  await first.outcome;
});
