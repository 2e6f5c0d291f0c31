// Copyright 2026 the Rivulet authors. MIT license.

import { ProviderError, type ProviderErrorCode } from "../errors.ts";
import { insecureContext, missingFeature, noAdapter } from "./_device.ts";

interface Failure {
  name: string;
  text: string;
}

type Rule = [
  matches: (failure: Failure) => boolean,
  code: ProviderErrorCode,
  sentence: (id: string) => string,
];

// The package exports none of these classes, some have no name of their own, and each is a plain
// text after it has crossed a worker. So names and texts are all there is.
const RULES: Rule[] = [
  [
    named("ModelNotFoundError"),
    "config",
    (id) => `Choose a model of the list, the engine does not have "${id}"`,
  ],
  [
    named("DataCloneError"),
    "config",
    () => "Set only fields in extraBody that a worker can receive",
  ],
  [
    saying(/requested max\w+ exceeds limit/),
    "unsupported",
    () => "Use a newer browser or another device, its graphics limits are too low for the engine",
  ],
  [
    either(named("QuotaExceededError"), saying(/quota|ArtifactIndexedDBCache failed to fetch/i)),
    "engine",
    (id) => `Free storage or choose a smaller model, the browser has no room for "${id}"`,
  ],
  [
    named("ContextWindowSizeExceededError"),
    "engine",
    (id) =>
      `Shorten the question or pass fewer snippets, they exceed the context window of "${id}"`,
  ],
  [
    named("EmbeddingExceedContextWindowSizeError"),
    "engine",
    (id) => `Shorten or split the longest text, it exceeds the context window of "${id}"`,
  ],
  [
    either(
      named("DeviceLostError", "ModelNotLoadedError", "WorkerEngineModelNotLoadedError"),
      saying(/Object has already been disposed|device (is|was) lost/i),
    ),
    "engine",
    () => "Close other tabs or choose a smaller model, the graphics device was lost",
  ],
  [
    either(named("GPUPipelineError"), saying(/^GPUPipelineError/)),
    "engine",
    (id) =>
      `Update the browser or choose another model, the graphics device cannot compile "${id}"`,
  ],
  [
    either(
      named("IntegrityError", "SyntaxError", "CompileError"),
      saying(/WebAssembly|integrity/i),
    ),
    "engine",
    (id) => `Delete "${id}" and download it again, a file of it is damaged`,
  ],
  [
    either(
      named("NetworkError"),
      saying(
        /on 'Cache'|Failed to (fetch|store)|Cannot fetch|NetworkError|Network response|Load failed/i,
      ),
    ),
    "engine",
    (id) => `Check the connection and try again, a file of "${id}" could not be downloaded`,
  ],
];

/**
 * The error to hand on for one that the engine threw; each says what to do, and its cause is what
 * was thrown.
 */
export function engineError(cause: unknown, id: string): ProviderError {
  if (cause instanceof ProviderError) return cause;
  const failure = describe(cause);
  const details = { cause, reason: failure.text };
  if (failure.name === "ReferenceError" && /\bcaches\b/.test(failure.text)) {
    return insecureContext(cause);
  }
  if (isNoAdapter(failure)) return noAdapter(cause);
  if (/^(ShaderF16|Feature)SupportError$/.test(failure.name)) {
    return missingFeature(/shader-f16/.exec(failure.text)?.[0] ?? "a feature", { id }, cause);
  }
  const rule = RULES.find(([matches]) => matches(failure));
  if (rule !== undefined) return new ProviderError(rule[1], rule[2](id), details);
  const message = `Try again or choose another model, the engine failed with ${
    JSON.stringify(failure.text)
  }`;
  return new ProviderError("engine", message, details);
}

function isNoAdapter({ name, text }: Failure): boolean {
  return /^WebGPUNot(Available|Found)Error$/.test(name) ||
    /Unable to find a compatible GPU/.test(text);
}

function describe(error: unknown): Failure {
  if (error instanceof Error) return { name: error.name, text: error.message };
  const [, name = "", text = String(error)] = /^(\w+): ([^]*)$/.exec(String(error)) ?? [];
  return { name, text };
}

function named(...names: string[]): Rule[0] {
  return ({ name }) => names.includes(name);
}

function saying(pattern: RegExp): Rule[0] {
  return ({ text }) => pattern.test(text);
}

function either(first: Rule[0], second: Rule[0]): Rule[0] {
  return (failure) => first(failure) || second(failure);
}
