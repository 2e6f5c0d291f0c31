// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { formatProviderError } from "@rivulet/llm";
import { errorOf, idle, places } from "./support/call.ts";
import { halves } from "./support/halves.ts";
import { test } from "./support/test.ts";

function namedError(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}

/** Stands for the id of the model. */
const MODEL = "{model}";

const DAMAGED = `Delete "${MODEL}" and download it again, a file of it is damaged`;
const DOWNLOAD = `Check the connection and try again, a file of "${MODEL}" could not be downloaded`;
const STORAGE = `Free storage or choose a smaller model, the browser has no room for "${MODEL}"`;
const LOST = "Close other tabs or choose a smaller model, the graphics device was lost";
const NO_ADAPTER =
  "Turn on graphics acceleration in the browser, it offers no graphics adapter for WebGPU";

/** What is thrown where; `working` stands for each point while the engine works on a call. */
const failures: [point: string, thrown: unknown, code: string, message: string][] = [
  [
    "config",
    namedError("ModelNotFoundError", "Cannot find model record in appConfig for x."),
    "config",
    `Choose a model of the list, the engine does not have "${MODEL}"`,
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
    `Choose another model, this graphics adapter lacks shader-f16 and cannot run "${MODEL}"`,
  ],
  [
    "shaders",
    namedError("GPUPipelineError", "Invalid ShaderModule"),
    "engine",
    `Update the browser or choose another model, the graphics device cannot compile "${MODEL}"`,
  ],
  ["upload 1", namedError("DeviceLostError", "The WebGPU device was lost"), "engine", LOST],
  ["working", new Error("Object has already been disposed"), "engine", LOST],
  ["working", namedError("ModelNotLoadedError", "Model not loaded"), "engine", LOST],
  ["shard 1", new DOMException("Quota exceeded.", "QuotaExceededError"), "engine", STORAGE],
  [
    "shard 1",
    new Error("ArtifactIndexedDBCache failed to fetch: https://a.test"),
    "engine",
    STORAGE,
  ],
  [
    "working",
    namedError("EmbeddingExceedContextWindowSizeError", "supports up to 512 tokens"),
    "engine",
    `Shorten or split the longest text, it exceeds the context window of "${MODEL}"`,
  ],
  [
    "working",
    namedError("ContextWindowSizeExceededError", "Prompt tokens exceed context window size"),
    "engine",
    `Shorten the question or pass fewer snippets, they exceed the context window of "${MODEL}"`,
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

const WORKER = "Check the worker option and the file it names, the worker does not run";

for (const half of halves) {
  for (const place of places) {
    for (const [where, thrown, code, text] of failures) {
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
