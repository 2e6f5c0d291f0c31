// Copyright 2026 the Rivulet authors. MIT license.

import { CodedError } from "./coded_error.ts";
import type { CodedErrorDetails } from "./error_fields.ts";

export type * from "./error_fields.ts";

/**
 * What went wrong, as a word to branch on:
 *
 * - `"config"`: the client was given an address or a model it does not accept; nothing was sent.
 * - `"http"`: the server answered with a status other than 200; `status` holds it.
 * - `"timeout"`: no complete answer came within `timeoutMs`.
 * - `"network"`: the connection could not be made, or broke before the answer was complete.
 * - `"format"`: the server answered 200 with something that is not the expected vectors or list.
 * - `"unsupported"`: this browser cannot run the model.
 * - `"download-required"`: the model is not on this device, and a download was not allowed.
 * - `"engine"`: the in-browser engine failed.
 *
 * The first five are those of a local server, `"config"` and the last three those of a model in the
 * browser.
 */
export type EmbeddingErrorCode =
  | "config"
  | "http"
  | "timeout"
  | "network"
  | "format"
  | "unsupported"
  | "download-required"
  | "engine";

/** What an {@linkcode EmbeddingError} carries beside its code and message. */
export type EmbeddingErrorDetails = CodedErrorDetails;

/**
 * The error of everything that fails between a client and its model, on a local server or in the
 * browser.
 *
 * It is thrown for an address or a model that is refused (code `"config"`), for failed requests and
 * for answers that do not hold what they should. Other errors are:
 *
 * - a `RangeError` or a `TypeError` for a wrong argument;
 * - an error named `AbortError` for an abort;
 * - your own error, if your source of texts or your callback throws one.
 *
 * `structuredClone()` and `postMessage()` keep only its message: send `toJSON()` instead.
 *
 * @example Tell a stopped server from a missing model
 * ```ts
 * import { EmbeddingError, OllamaEmbeddingClient } from "@rivulet/llm/embedding";
 *
 * async function describe(client: OllamaEmbeddingClient): Promise<string> {
 *   try {
 *     const { model, endpoint } = await client.probeRuntime();
 *     return `${model} is ready on /api/${endpoint}`;
 *   } catch (error) {
 *     if (!(error instanceof EmbeddingError)) throw error;
 *     if (error.code === "network") return "Start the server with: ollama serve";
 *     return error.message;
 *   }
 * }
 * ```
 */
export class EmbeddingError extends CodedError<EmbeddingErrorCode, EmbeddingErrorDetails> {
  /** Always `"EmbeddingError"`. */
  override readonly name = "EmbeddingError";
}
