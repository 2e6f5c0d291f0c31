// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { formatProviderError } from "@rivulet/llm";
import { errorOf, idle, places } from "./support/call.ts";
import { halves } from "./support/halves.ts";
import { test } from "./support/test.ts";

function named(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}

/** Stands for the id of the model. */
const MODEL = "{model}";

const SECURE = "Serve the page over https or from localhost, WebGPU needs a secure context";
const NO_ADAPTER =
  "Turn on graphics acceleration in the browser, it offers no graphics adapter for WebGPU";
const LIMITS =
  "Use a newer browser or another device, its graphics limits are too low for the engine";
const NO_F16 =
  `Choose another model, this graphics adapter lacks shader-f16 and cannot run "${MODEL}"`;
const UNKNOWN = `Choose a model of the list, the engine does not have "${MODEL}"`;
const SHADERS =
  `Update the browser or choose another model, the graphics device cannot compile "${MODEL}"`;
const LOST = "Close other tabs or choose a smaller model, the graphics device was lost";
const STORAGE = `Free storage or choose a smaller model, the browser has no room for "${MODEL}"`;
const QUESTION =
  `Shorten the question or pass fewer snippets, they exceed the context window of "${MODEL}"`;
const TEXT = `Shorten or split the longest text, it exceeds the context window of "${MODEL}"`;
const DOWNLOAD = `Check the connection and try again, a file of "${MODEL}" could not be downloaded`;
const DAMAGED = `Delete "${MODEL}" and download it again, a file of it is damaged`;
const OTHER = 'Try again or choose another model, the engine failed with "no words"';

/** What is thrown where; `working` stands for each point while the engine works on a call. */
type Failure = [point: string, thrown: unknown];

const failures: [code: string, message: string, ...Failure[]][] = [
  ["config", UNKNOWN, ["config", named("ModelNotFoundError", "Cannot find model record for x.")]],
  ["unsupported", SECURE, ["config", new ReferenceError("caches is not defined")]],
  [
    "unsupported",
    NO_ADAPTER,
    ["wasm", named("WebGPUNotAvailableError", "WebGPU is not supported")],
    ["wasm", new Error("Unable to find a compatible GPU. This issue")],
  ],
  ["unsupported", LIMITS, [
    "wasm",
    new Error("requested maxBufferSize exceeds limit. requested=1"),
  ]],
  ["unsupported", NO_F16, ["wasm", named("ShaderF16SupportError", "This requires shader-f16")]],
  ["engine", SHADERS, ["shaders", named("GPUPipelineError", "Invalid ShaderModule")]],
  [
    "engine",
    LOST,
    ["upload 1", named("DeviceLostError", "The WebGPU device was lost")],
    ["working", new Error("Object has already been disposed")],
    ["working", named("ModelNotLoadedError", "Model not loaded")],
  ],
  [
    "engine",
    STORAGE,
    ["shard 1", new DOMException("Quota exceeded.", "QuotaExceededError")],
    ["shard 1", new Error("ArtifactIndexedDBCache failed to fetch: https://a.test")],
  ],
  ["engine", QUESTION, ["working", named("ContextWindowSizeExceededError", "tokens exceed")]],
  ["engine", TEXT, ["working", named("EmbeddingExceedContextWindowSizeError", "only up to 512")]],
  [
    "engine",
    DOWNLOAD,
    ["shard 1", new TypeError("Failed to execute 'add' on 'Cache': Request failed")],
    ["config", new TypeError("Failed to fetch")],
    ["config", new TypeError("Load failed")],
    ["config", new TypeError("NetworkError when attempting to fetch resource.")],
    ["config", new Error("Cannot fetch https://a.test/mlc-chat-config.json")],
  ],
  [
    "engine",
    DAMAGED,
    ["config", new SyntaxError("Unexpected token '<'")],
    ["wasm", named("CompileError", "WebAssembly.instantiate(): expected magic word")],
    ["shard 2", named("IntegrityError", "Integrity verification failed")],
  ],
  ["engine", OTHER, ["upload 1", "no words"]],
];

const cases = failures.flatMap(([code, text, ...thrownAt]) =>
  thrownAt.map(([where, thrown]) => ({ code, text, where, thrown }))
);

const WORKER = "Check the worker option and the file it names, the worker does not run";

for (const half of halves) {
  for (const place of places) {
    for (const { code, text, where, thrown } of cases) {
      for (const point of where === "working" ? half.working : [where]) {
        test(`${half.call} on ${place} says what to do after ${thrown} at ${point}, and takes a fresh engine`, async () => {
          const { fake, call } = half.create(place);
          fake.failures.set(point, thrown);
          const error = await errorOf(call().outcome, half.Error);
          const message = text.replace(MODEL, half.model);
          assertEquals([error.code, error.message], [code, message]);
          assertEquals(error.cause, place === "a worker" ? String(thrown) : thrown);
          assertStrictEquals(formatProviderError(error, "local"), message);
          fake.failures.clear();
          assertEquals(await call().outcome, half.result);
          assertEquals([fake.engines.length, fake.engines[0]!.freed], [2, true]);
        });
      }
    }
  }

  test(`${half.call} says what to do when the worker option throws`, async () => {
    const thrown = new DOMException("blocked", "SecurityError");
    const worker = () => {
      throw thrown;
    };
    const error = await errorOf(half.create("a worker", { worker }).call().outcome, half.Error);
    assertEquals([error.code, error.message, error.cause], ["engine", WORKER, thrown]);
  });

  for (const point of ["config", ...half.working]) {
    test(`${half.call} rejects when the worker breaks at ${point}, and starts another`, async () => {
      const { fake, call } = half.create("a worker");
      fake.hold(point);
      const { outcome } = call();
      await fake.reached(point);
      await idle();
      assert(fake.workers[0]!.break("404"), "the error reaches the console");
      const error = await errorOf(outcome, half.Error);
      assertEquals([error.code, error.message, error.cause], ["engine", WORKER, "404"]);
      fake.release(point);
      assertEquals(await call().outcome, half.result);
      assertEquals(fake.workers.map(({ terminated }) => terminated), [true, false]);
    });
  }

  test(`${half.call} rejects when a message of the worker cannot be read`, async () => {
    const { fake, call } = half.create("a worker");
    fake.hold(half.busy);
    const { outcome } = call();
    await fake.reached(half.busy);
    fake.workers[0]!.garble("#");
    const error = await errorOf(outcome, half.Error);
    assertEquals([error.code, error.message, error.cause], ["engine", WORKER, "#"]);
    fake.release(half.busy);
  });
}
