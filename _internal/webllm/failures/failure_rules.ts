// Copyright 2026 the Rivulet authors. MIT license.

import type { ProviderErrorCode } from "../../core/provider_error.ts";
import {
  DAMAGED,
  either,
  type Failure,
  LOST_DEVICE,
  type Matches,
  named,
  NO_MEMORY,
  REFUSED_FIELDS,
  saying,
} from "./failure.ts";

/** What to say of one kind of failure. */
export interface FailureRule {
  readonly matches: Matches;
  /**
   * Of the error.
   *
   * @default {"engine"}
   */
  readonly code?: ProviderErrorCode;
  readonly sentence: (id: string, failure: Failure) => string;
  /** Whether it is about this one request, so that the engine is as good as before. */
  readonly keepsEngine?: boolean;
}

/** The first that matches counts: what costs a download of gigabytes stands behind what does not. */
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
    keepsEngine: true,
  },
  {
    matches: named(
      "CannotFindImageEmbedError",
      "PrefillChunkSizeSmallerThanImageError",
      "UnsupportedContentPartError",
      "UnsupportedImageURLError",
      "UserMessageContentErrorForNonVLM",
    ),
    code: "config",
    sentence: (id, { text }) =>
      `Leave out the images, "${id}" cannot read them: ${JSON.stringify(text)}`,
    keepsEngine: true,
  },
  {
    matches: either(named(...REFUSED_FIELDS), saying(/^Make sure /)),
    code: "config",
    sentence: (_, { text }) => `Change extraBody, the engine refuses it: ${JSON.stringify(text)}`,
    keepsEngine: true,
  },
  {
    // The engine closes the answer itself, and the next one begins anew.
    matches: saying(/^Grammar matcher rejected/),
    sentence: () =>
      "Ask again or make the response_format simpler, the model chose a word that it does not allow",
    keepsEngine: true,
  },
  {
    matches: named("ContextWindowSizeExceededError"),
    sentence: (id) =>
      `Shorten the question or pass fewer snippets, they exceed the context window of "${id}"`,
    keepsEngine: true,
  },
  {
    matches: named("EmbeddingExceedContextWindowSizeError"),
    sentence: (id) => `Shorten or split the longest text, it exceeds the context window of "${id}"`,
    keepsEngine: true,
  },
  {
    matches: saying(/connect-src|refused to connect because it violates/i),
    code: "unsupported",
    sentence: (id) =>
      `Allow the hosts of "${id}" in connect-src of the Content Security Policy, which forbids to fetch it`,
  },
  {
    matches: saying(
      /content security policy|blocked by CSP|'(wasm-)?unsafe-eval'|'wasm-eval'/i,
    ),
    code: "unsupported",
    sentence: (id) =>
      `Allow 'wasm-unsafe-eval' in script-src of the Content Security Policy, which forbids to run "${id}"`,
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
    matches: either(named("GPUOutOfMemoryError"), saying(...NO_MEMORY)),
    sentence: (id) =>
      `Close other tabs or choose a smaller model, there is not enough memory for "${id}"`,
  },
  {
    matches: either(
      named(
        "DeviceLostError",
        "GPUDeviceLostInfo",
        "ModelNotLoadedError",
        "WorkerEngineModelNotLoadedError",
      ),
      saying(...LOST_DEVICE),
    ),
    sentence: () => "Close other tabs or choose a smaller model, the graphics device was lost",
  },
  {
    matches: either(named("GPUPipelineError"), saying(/^GPUPipelineError/)),
    sentence: (id) =>
      `Update the browser or choose another model, the graphics device cannot compile "${id}"`,
  },
  {
    matches: either(
      named("QuotaExceededError"),
      saying(/quota|ArtifactIndexedDBCache failed to fetch/i),
    ),
    sentence: (id) => `Free storage or choose a smaller model, the browser has no room for "${id}"`,
  },
  {
    matches: saying(/backing store|opening database|Unexpected internal error/i),
    sentence: () =>
      "Restart the browser, or clear what it keeps for this site, it cannot open its storage",
  },
  {
    matches: either(named("IntegrityError", "SyntaxError"), saying(...DAMAGED)),
    sentence: damagedFile,
  },
  {
    matches: either(
      named("NetworkError", "NS_ERROR_NET_PARTIAL_TRANSFER"),
      saying(
        /on 'Cache'|Failed to (fetch|store)|Cannot fetch|NetworkError|Network response|Load failed/i,
        // Firefox and Safari, of a file that the server does not have.
        /^Cache got .* bad status|^Response is not OK/,
      ),
    ),
    sentence: (id) =>
      `Check the connection and try again, a file of "${id}" could not be downloaded`,
  },
];

/** What to do about a file that is not as it was made. */
export function damagedFile(id: string): string {
  return `Delete "${id}" and download it again, a file of it is damaged`;
}
