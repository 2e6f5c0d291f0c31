// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { formatProviderError, ProviderError } from "@rivulet/llm";
import { createWebLLMProvider } from "@rivulet/llm/webllm";
import { ask, FakeGpu, fakeProvider, idle, places } from "../support/webllm_ask.ts";
import { F16, FakeEngines } from "../support/webllm_fake_engine.ts";

function namedError(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}

const DAMAGED = `Delete "${F16}" and download it again, a file of it is damaged`;
const DOWNLOAD = `Check the connection and try again, a file of "${F16}" could not be downloaded`;
const STORAGE = `Free storage or choose a smaller model, the browser has no room for "${F16}"`;
const LOST = "Close other tabs or choose a smaller model, the graphics device was lost";
const NO_ADAPTER =
  "Turn on graphics acceleration in the browser, it offers no graphics adapter for WebGPU";

const failures: [point: string, thrown: unknown, code: string, message: string][] = [
  [
    "config",
    namedError("ModelNotFoundError", "Cannot find model record in appConfig for x."),
    "config",
    `Choose a model of the list, the engine does not have "${F16}"`,
  ],
  [
    "wasm",
    namedError("WebGPUNotAvailableError", "WebGPU is not supported"),
    "unsupported",
    NO_ADAPTER,
  ],
  ["wasm", new Error("Unable to find a compatible GPU. This issue"), "unsupported", NO_ADAPTER],
  [
    "wasm",
    new Error(
      "Cannot initialize runtime because of requested maxBufferSize exceeds limit. requested=1",
    ),
    "unsupported",
    "Use a newer browser or another device, its graphics limits are too low for the engine",
  ],
  [
    "config",
    new ReferenceError("caches is not defined"),
    "unsupported",
    "Serve the page over https or from localhost, WebGPU needs a secure context",
  ],
  [
    "wasm",
    namedError("ShaderF16SupportError", "This model requires WebGPU extension shader-f16"),
    "unsupported",
    `Choose another model, this graphics adapter lacks shader-f16 and cannot run "${F16}"`,
  ],
  [
    "shaders",
    namedError("GPUPipelineError", "Invalid ShaderModule"),
    "engine",
    `Update the browser or choose another model, the graphics device cannot compile "${F16}"`,
  ],
  ["upload 1", namedError("DeviceLostError", "The WebGPU device was lost"), "engine", LOST],
  ["decode", new Error("Object has already been disposed"), "engine", LOST],
  ["create", namedError("ModelNotLoadedError", "Model not loaded"), "engine", LOST],
  ["shard 1", new DOMException("Quota exceeded.", "QuotaExceededError"), "engine", STORAGE],
  [
    "shard 1",
    new Error("ArtifactIndexedDBCache failed to fetch: https://a.test"),
    "engine",
    STORAGE,
  ],
  [
    "prefill",
    namedError("ContextWindowSizeExceededError", "Prompt tokens exceed context window size"),
    "engine",
    `Shorten the question or pass fewer snippets, they exceed the context window of "${F16}"`,
  ],
  [
    "shard 1",
    new TypeError("Failed to execute 'add' on 'Cache': Request failed"),
    "engine",
    DOWNLOAD,
  ],
  ["config", new TypeError("Failed to fetch"), "engine", DOWNLOAD],
  ["config", new TypeError("Load failed"), "engine", DOWNLOAD],
  ["config", new TypeError("NetworkError when attempting to fetch resource."), "engine", DOWNLOAD],
  ["config", new Error("Cannot fetch https://a.test/mlc-chat-config.json"), "engine", DOWNLOAD],
  ["config", new SyntaxError("Unexpected token '<'"), "engine", DAMAGED],
  [
    "wasm",
    namedError("CompileError", "WebAssembly.instantiate(): expected magic word"),
    "engine",
    DAMAGED,
  ],
  ["shard 2", namedError("IntegrityError", "Integrity verification failed"), "engine", DAMAGED],
  [
    "upload 1",
    "no words",
    "engine",
    'Try again or choose another model, the engine failed with "no words"',
  ],
];

for (const place of places) {
  for (const [point, thrown, code, message] of failures) {
    Deno.test(`stream() of webllm on ${place} says what to do after ${thrown}`, async () => {
      using _gpu = new FakeGpu();
      const { fake, provider } = fakeProvider(place);
      fake.failures.set(point, thrown);
      const seen = ask(provider);
      await seen.ended;
      const { error } = seen;
      assert(error instanceof ProviderError);
      assertEquals([error.code, error.message], [code, message]);
      assertEquals(error.cause, place === "a worker" ? String(thrown) : thrown);
      assertStrictEquals(formatProviderError(error, "local"), message);
      fake.failures.clear();
      const next = ask(provider);
      await next.ended;
      assertStrictEquals(next.error, undefined);
    });
  }
}

const WORKER = "Check the worker option and the file it names, the worker does not run";

Deno.test("stream() of webllm says what to do when the worker option throws", async () => {
  using _gpu = new FakeGpu();
  const thrown = new DOMException("blocked", "SecurityError");
  const { loadEngine } = new FakeEngines();
  const worker = () => {
    throw thrown;
  };
  const seen = ask(createWebLLMProvider({ loadEngine, worker }));
  await seen.ended;
  const error = seen.error as ProviderError;
  assertEquals([error.code, error.message, error.cause], ["engine", WORKER, thrown]);
});

for (const point of ["config", "prefill"]) {
  Deno.test(`stream() of webllm rejects when the worker breaks at ${point}, and starts another`, async () => {
    using _gpu = new FakeGpu();
    const { fake, provider } = fakeProvider("a worker");
    fake.hold(point);
    const seen = ask(provider);
    await fake.reached(point);
    await idle();
    fake.workers[0]!.break("404");
    await seen.ended;
    const error = seen.error as ProviderError;
    assertEquals([error.code, error.message, error.cause], ["engine", WORKER, "404"]);
    fake.release(point);
    const next = ask(provider);
    await next.ended;
    assertEquals([next.error, fake.workers.map(({ terminated }) => terminated)], [
      undefined,
      [true, false],
    ]);
  });
}

Deno.test("stream() of webllm says what to do when extraBody cannot reach the worker", async () => {
  using _gpu = new FakeGpu();
  const { provider } = fakeProvider("a worker");
  const seen = ask(provider, { extraBody: { f: () => {} } });
  await seen.ended;
  const error = seen.error as ProviderError;
  assertEquals([error.code, error.message], [
    "config",
    "Set only fields in extraBody that a worker can receive",
  ]);
});
