// Copyright 2026 the Rivulet authors. MIT license.

import type { ProviderErrorCode } from "../core/provider_error.ts";
import { either, type Failure, type Matches, named, saying } from "./failure.ts";

/** What to say of one kind of failure. */
export interface FailureRule {
  readonly matches: Matches;
  readonly code: ProviderErrorCode;
  readonly sentence: (id: string, failure: Failure) => string;
  /** Whether the caller asked for something wrong, so that the engine is as good as before. */
  readonly isCallersMistake?: boolean;
}

/** Fields of a request that the engine refuses, before it does anything or as its first step. */
const REFUSED_FIELDS = [
  "AudioInputError",
  "ContentTypeError",
  "CustomResponseFormatError",
  "CustomSystemPromptError",
  "DependencyError",
  "GrammarMatcherInitError",
  "InvalidNumberStringError",
  "InvalidResponseFormatError",
  "InvalidResponseFormatGrammarError",
  "InvalidResponseFormatStructuralTagError",
  "InvalidStreamOptionsError",
  "MessageOrderError",
  "MultipleTextContentError",
  "NonNegativeError",
  "SeedTypeError",
  "StreamingCountError",
  "SystemMessageOrderError",
  "UnsupportedFieldsError",
  "UnsupportedModelIdError",
];

/** The first that matches counts. */
export const FAILURE_RULES: readonly FailureRule[] = [
  {
    matches: named("ModelNotFoundError"),
    code: "config",
    sentence: (id) => `Choose a model of the list, the engine does not have "${id}"`,
  },
  {
    matches: named("DataCloneError"),
    code: "config",
    sentence: () => "Set only fields in extraBody that a worker can receive",
    isCallersMistake: true,
  },
  {
    matches: either(named(...REFUSED_FIELDS), saying(/^Make sure /)),
    code: "config",
    sentence: (_, { text }) => `Change extraBody, the engine refuses it: ${JSON.stringify(text)}`,
    isCallersMistake: true,
  },
  {
    matches: named("ContextWindowSizeExceededError"),
    code: "engine",
    sentence: (id) =>
      `Shorten the question or pass fewer snippets, they exceed the context window of "${id}"`,
    isCallersMistake: true,
  },
  {
    matches: named("EmbeddingExceedContextWindowSizeError"),
    code: "engine",
    sentence: (id) => `Shorten or split the longest text, it exceeds the context window of "${id}"`,
    isCallersMistake: true,
  },
  {
    matches: saying(/requested max\w+ exceeds limit/),
    code: "unsupported",
    sentence: () =>
      "Use a newer browser or another device, its graphics limits are too low for the engine",
  },
  {
    matches: either(
      named("SecurityError"),
      saying(/operation is insecure|break through the security policy/i),
    ),
    code: "unsupported",
    sentence: () => "Use another window or its settings, this one lets no site keep files",
  },
  {
    matches: either(
      named("QuotaExceededError"),
      saying(/quota|ArtifactIndexedDBCache failed to fetch/i),
    ),
    code: "engine",
    sentence: (id) => `Free storage or choose a smaller model, the browser has no room for "${id}"`,
  },
  {
    matches: either(
      named("DeviceLostError", "ModelNotLoadedError", "WorkerEngineModelNotLoadedError"),
      saying(/has already been disposed|device (is|was) lost/i),
    ),
    code: "engine",
    sentence: () => "Close other tabs or choose a smaller model, the graphics device was lost",
  },
  {
    matches: either(named("GPUPipelineError"), saying(/^GPUPipelineError/)),
    code: "engine",
    sentence: (id) =>
      `Update the browser or choose another model, the graphics device cannot compile "${id}"`,
  },
  {
    matches: either(
      named("IntegrityError", "SyntaxError", "CompileError"),
      saying(
        /WebAssembly|integrity|tensor-cache (record|\w+:)|Packed BF16 record|Cannot find (global function|parameter in cache)|required VM function/i,
      ),
    ),
    code: "engine",
    sentence: damagedFile,
  },
  {
    matches: either(
      named("NetworkError", "NS_ERROR_NET_PARTIAL_TRANSFER"),
      either(
        saying(
          /on 'Cache'|Failed to (fetch|store)|Cannot fetch|NetworkError|Network response|Load failed/i,
        ),
        // Firefox and Safari, of a file that the server does not have.
        saying(/^Cache got .* bad status|^Response is not OK/),
      ),
    ),
    code: "engine",
    sentence: (id) =>
      `Check the connection and try again, a file of "${id}" could not be downloaded`,
  },
];

/** What to do about a file that is not as it was made. */
export function damagedFile(id: string): string {
  return `Delete "${id}" and download it again, a file of it is damaged`;
}
