// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { formatProviderError } from "@rivulet/llm";
import { errorOf, idle, places } from "./support/call.ts";
import type { FakeWorker } from "./support/fake_worker.ts";
import { chat, type Half, halves } from "./support/halves.ts";
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
const NO_FILES = "Use another window or its settings, this one lets no site keep files";
const MISFIT = `Set a program for v0_2_86/base as model_lib of "${MODEL}", the engine cannot run ` +
  `"https://models.test/${MODEL}.wasm"`;
const POLICY =
  `Allow 'wasm-unsafe-eval' in script-src of the Content Security Policy, which forbids to run "${MODEL}"`;
const CONNECT =
  `Allow the hosts of "${MODEL}" in connect-src of the Content Security Policy, which forbids to fetch it`;
const MEMORY =
  `Close other tabs or choose a smaller model, there is not enough memory for "${MODEL}"`;
const PROFILE =
  "Restart the browser, or clear what it keeps for this site, it cannot open its storage";
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
    ["working", new Error("Asyncify packed function has already been disposed")],
    ["working", new Error("Tensor has already been disposed")],
    ["working", named("ModelNotLoadedError", "Model not loaded")],
    // The name before a colon is all that some runtimes hand on.
    ["working", "ModelNotLoadedError: Model not loaded"],
    ...[
      "The WebGPU device is lost",
      "GPU device lost",
      "Instance dropped in popErrorScope",
      "A valid external Instance reference no longer exists.",
      "Buffer is destroyed",
      "Destroyed: [Buffer] used in submit: buffer was destroyed",
    ].map((text): Failure => ["upload 1", new Error(text)]),
  ],
  [
    "unsupported",
    POLICY,
    ...[
      `WebAssembly.instantiate(): Refused to compile or instantiate WebAssembly module because 'unsafe-eval' is not an allowed source of script in the following Content Security Policy directive: "script-src 'self'"`,
      "WebAssembly.instantiate(): Compiling or instantiating WebAssembly module violates the following Content Security policy directive because neither 'wasm-eval' nor 'unsafe-eval' is an allowed source of script",
      "call to WebAssembly.instantiate() blocked by CSP",
      "Refused to create a WebAssembly object because 'unsafe-eval' or 'wasm-unsafe-eval' is not an allowed source of script",
    ].map((text): Failure => ["wasm", named("CompileError", text)]),
  ],
  [
    "unsupported",
    CONNECT,
    [
      "config",
      new TypeError(
        "Failed to fetch. Refused to connect because it violates the document's Content Security Policy.",
      ),
    ],
  ],
  [
    "engine",
    MEMORY,
    ...[
      "Out of memory",
      "out of memory",
      "Not enough memory left.",
      "Array buffer allocation failed",
      "WebAssembly.Memory(): could not allocate memory",
      "WebAssembly.instantiate(): Out of memory: Cannot allocate Wasm memory for new instance",
      "WebAssembly.Memory.grow(): Maximum memory size exceeded",
      "failed to allocate memory",
      "Cannot enlarge memory arrays",
      "createBuffer failed, size is too large",
      "Failed to execute 'createBuffer' on 'GPUDevice': createBuffer failed, size (4294967296) is too large for the implementation when mappedAtCreation == true",
      "Buffer size (1) exceeds the max buffer size limit (0)",
    ].map((text): Failure => ["upload 1", new RangeError(text)]),
    ["upload 1", named("RuntimeError", "memory access out of bounds")],
    // Safari and Firefox.
    ["upload 1", named("RuntimeError", "Out of bounds memory access (evaluating 'f()')")],
    ["upload 1", named("RuntimeError", "index out of bounds")],
    ["upload 1", named("RuntimeError", "Aborted(OOM). Build with -sASSERTIONS for more info.")],
    ["wasm", named("CompileError", "WebAssembly.instantiate(): Out of memory: wasm code space")],
    ["upload 1", named("GPUOutOfMemoryError", "")],
  ],
  [
    "engine",
    PROFILE,
    ["config", new Error("Internal error opening backing store for indexedDB.open.")],
    [
      "config",
      named(
        "UnknownError",
        "Failed to execute 'open' on 'CacheStorage': Unexpected internal error.",
      ),
    ],
  ],
  [
    "engine",
    STORAGE,
    ["shard 1", new DOMException("Quota exceeded.", "QuotaExceededError")],
    ["shard 1", new Error("ArtifactIndexedDBCache failed to fetch: https://a.test")],
  ],
  [
    "engine",
    DOWNLOAD,
    ["shard 1", new TypeError("Failed to execute 'add' on 'Cache': Request failed")],
    ["shard 1", new TypeError("Cache got basic response with bad status 503 while trying to add")],
    ["shard 1", new TypeError("Response is not OK")],
    ["shard 1", named("NS_ERROR_NET_PARTIAL_TRANSFER", "")],
    ["config", new TypeError("Content-Length header of network response exceeds response Body.")],
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
    ["wasm", named("CompileError", "WebAssembly.instantiate(): section (code 1) extends past end")],
    ...[
      "wasm validation error: at offset 0: failed to match magic number",
      "WebAssembly.Module doesn't parse at byte 0: module doesn't start with '\\0asm'",
      "WebAssembly.instantiate(): data extends past end of the module",
      "WebAssembly.instantiate(): expected 4 bytes, fell off end",
      "WebAssembly.instantiate(): BufferSource argument is empty",
      "WebAssembly.instantiate(): unknown section code #0x20",
      "WebAssembly.instantiate(): section was shorter than expected size",
      "wasm validation error: at offset 9: unexpected end",
    ].map((text): Failure => ["wasm", named("CompileError", text)]),
    // As it comes where the name of an error is lost.
    ["shard 2", new Error("Integrity verification failed")],
    ["wasm", new Error("Cannot find required VM function x")],
    ["shard 2", named("IntegrityError", "Integrity verification failed")],
    ["upload 1", new Error("Tensor-cache record range [0, 64) exceeds shard size 60")],
    ["upload 1", new Error("Invalid tensor-cache nbytes: -1")],
    ["upload 1", new Error("Packed BF16 record has 3 bytes, but shape requires 4")],
    ["upload 2", new Error("Cannot find parameter in cache: model.embed_tokens.q_weight")],
    ["upload 2", new Error("Cannot find global function vm.builtin.x")],
    ["tokenizer", named("RuntimeError", "Aborted(). Build with -sASSERTIONS for more info.")],
  ],
  [
    "unsupported",
    NO_FILES,
    ["config", new DOMException("The operation is insecure.", "SecurityError")],
    ["config", new Error("An attempt was made to break through the security policy of the agent")],
  ],
  [
    "engine",
    MISFIT,
    ["wasm", named("LinkError", 'import object field "x" is not a Function')],
    [
      "wasm",
      new TypeError(
        'WebAssembly.instantiate(): Import #0 "a": module is not an object or function',
      ),
    ],
    ["wasm", new TypeError("import object field 'a' is not an Object")],
    [
      "wasm",
      new TypeError("import a:b must be an object"),
    ],
  ],
  ["engine", OTHER, ["upload 1", "no words"]],
  // No download cures a program that this browser cannot compile.
  [
    "engine",
    OTHER.replace("no words", "invalid value type 'Simd128'"),
    ["wasm", named("CompileError", "invalid value type 'Simd128'")],
  ],
];

/**
 * What counts before what, with a text that says it: advice that costs nothing stands before that
 * which costs a download of gigabytes.
 */
const ORDER: readonly [code: string, message: string, words: string][] = [
  ["unsupported", CONNECT, "Refused to connect because it violates the policy"],
  ["unsupported", POLICY, "'unsafe-eval' is not an allowed source of script"],
  ["engine", MEMORY, "Out of memory"],
  ["engine", LOST, "The device was lost"],
  ["engine", STORAGE, "Quota exceeded"],
  ["engine", PROFILE, "Internal error opening backing store"],
  ["engine", DAMAGED, "expected magic word"],
  ["engine", DOWNLOAD, "Failed to fetch"],
];

for (const [index, [code, message, words]] of ORDER.entries()) {
  for (const [, , others] of ORDER.slice(index + 1)) {
    test(`stream() of webllm tells of "${words}" before "${others}"`, async () => {
      const { fake, call } = chat.create();
      fake.failures.set("upload 1", new Error(`${others}: ${words}`));
      const error = await errorOf(call().outcome, chat.Error);
      assertEquals([error.code, error.message], [code, message.replaceAll(MODEL, chat.model)]);
    });
  }
}

/** What the engine's runtime throws that is no error, and how it is told. */
const objects: [thrown: object, message: string][] = [
  [
    { name: "ExitStatus", message: "Program terminated with exit(1)", status: 1 },
    OTHER.replace("no words", "Program terminated with exit(1)"),
  ],
  [{ name: "DeviceLostError", message: "" }, LOST],
  [new (class GPUOutOfMemoryError {})(), MEMORY],
  [{ status: 1 }, OTHER.replace("no words", "Object")],
  [Object.create(null), OTHER.replace("no words", "")],
];

/** What a caller asked for in vain, and the engine is as good as before. */
const mistakes: [code: string, message: string, thrown: Error][] = [
  [
    "engine",
    "Ask again or make the response_format simpler, the model chose a word that it does not allow",
    new Error("Grammar matcher rejected the newly sampled token."),
  ],
  [
    "config",
    `Leave out the images, "${MODEL}" cannot read them: "needs a model that can see"`,
    named("UserMessageContentErrorForNonVLM", "needs a model that can see"),
  ],
  ["engine", QUESTION, named("ContextWindowSizeExceededError", "tokens exceed")],
  ["engine", TEXT, named("EmbeddingExceedContextWindowSizeError", "only up to 512")],
  ...[
    named("StreamingCountError", "When streaming, `n` cannot be > 1."),
    named("MinValueError", "Make sure `max_tokens` > 0."),
    named("RangeError", "Make sure 0 < top_p <= 1."),
    named("SeedTypeError", "`seed` should be an integer, but got 0.5"),
    named("GrammarMatcherInitError", "Failed to initialize the grammar matcher"),
    named("UnsupportedModelIdError", "x is not supported for ChatCompletionRequest.tools."),
  ].map((thrown): [code: string, message: string, thrown: Error] => [
    "config",
    `Change extraBody, the engine refuses it: ${JSON.stringify(thrown.message)}`,
    thrown,
  ]),
];

const cases = [
  ...failures.flatMap(([code, text, ...thrownAt]) =>
    thrownAt.map(([where, thrown]) => ({ code, text, where, thrown, isFresh: true }))
  ),
  ...mistakes.map(([code, text, thrown]) => ({
    code,
    text,
    where: "working",
    thrown,
    isFresh: false,
  })),
];

const WORKER = "Check the worker option and the file it names, the worker does not run";

const NOT_LOADED =
  "Check the connection and the file that the worker option names, it could not be loaded";
const OTHER_KIND = "Uncaught UnknownMessageKindError: Unknown message kind";
const NO_LINE =
  'Make the file of the worker the one line import "@rivulet/llm/webllm/worker", it does not answer as that does';

/** What goes wrong with a worker, and the error of the call that waits for it. */
const BREAKS: [
  what: string,
  point: (half: Half) => readonly string[],
  harm: (worker: FakeWorker) => void,
  message: string,
  cause: unknown,
][] = [
  [
    "the worker breaks",
    ({ working }) => ["config", ...working],
    (worker) => assert(worker.break("404"), "the error reaches the console"),
    WORKER,
    "404",
  ],
  [
    "the worker is of another kind",
    () => ["config"],
    (worker) => worker.break(OTHER_KIND),
    NO_LINE,
    OTHER_KIND,
  ],
  [
    "a message of the worker cannot be read",
    ({ busy }) => [busy],
    (worker) => worker.garble("#"),
    WORKER,
    "#",
  ],
];

for (const half of halves) {
  for (const place of places) {
    for (const { code, text, where, thrown, isFresh } of cases) {
      for (const point of where === "working" ? half.working : [where]) {
        const then = isFresh ? "takes a fresh engine" : "keeps the model loaded";
        test(`${half.call} on ${place} says what to do after ${thrown} at ${point}, and ${then}`, async () => {
          const { fake, call } = half.create(place);
          fake.failures.set(point, thrown);
          const error = await errorOf(call().outcome, half.Error);
          const message = text.replaceAll(MODEL, half.model);
          assertEquals([error.code, error.message], [code, message]);
          assertStrictEquals(String(error.cause), String(thrown));
          if (place === "the main thread") assertStrictEquals(error.cause, thrown);
          assertStrictEquals(formatProviderError(error, "local"), message);
          fake.failures.clear();
          assertEquals(await call().outcome, half.result);
          assertEquals([fake.engines.length, fake.engines[0]!.freed], [isFresh ? 2 : 1, isFresh]);
        });
      }
    }
  }

  for (const place of places) {
    for (const [thrown, text] of objects) {
      test(`${half.call} on ${place} reads the name and the message of ${Deno.inspect(thrown)}`, async () => {
        const { fake, call } = half.create(place);
        fake.failures.set("upload 1", thrown);
        const error = await errorOf(call().outcome, half.Error);
        const message = text.replaceAll(MODEL, half.model);
        assertEquals([error.code, error.message], ["engine", message]);
      });
    }
  }

  for (const [what, points, harm, message, cause] of BREAKS) {
    for (const point of points(half)) {
      test(`${half.call} rejects when ${what} at ${point}, and starts another`, async () => {
        const { fake, call } = half.create("a worker");
        const { outcome } = await fake.heldAt(point, call);
        await idle();
        harm(fake.workers[0]!);
        const error = await errorOf(outcome, half.Error);
        assertEquals([error.code, error.message, error.cause], ["engine", message, cause]);
        fake.release(point);
        assertEquals(await call().outcome, half.result);
        assertEquals(fake.workers.map(({ terminated }) => terminated), [true, false]);
      });
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

  test(`${half.call} tells of the connection when the file of the worker cannot be loaded`, async () => {
    const { fake, call } = half.create("a worker");
    fake.failures.set("import", new TypeError("Failed to fetch"));
    const error = await errorOf(call().outcome, half.Error);
    assertEquals([error.code, error.message], ["engine", NOT_LOADED]);
    fake.failures.clear();
    assertEquals(await call().outcome, half.result);
  });

  test(`${half.call} takes no notice of what an app's own code in the worker says`, async () => {
    const { fake, call } = half.create("a worker");
    const { outcome } = await fake.heldAt("config", call);
    for (const said of [null, "text", { rivulet: undefined }, { id: 0 }]) {
      fake.workers[0]!.say(said);
    }
    fake.release("config");
    assertEquals(await outcome, half.result);
  });
}
