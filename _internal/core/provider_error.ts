// Copyright 2026 the Rivulet authors. MIT license.

import { CodedError } from "./coded_error.ts";
import type { CodedErrorDetails, CodedErrorJSON } from "./error_fields.ts";

export type * from "./error_fields.ts";

/**
 * Why a provider failed:
 *
 * - `config`: an option is missing or wrong; nothing was sent.
 * - `network`: no answer came: the server cannot be reached, or a permission is missing.
 * - `http`: the server answered with a status that is not 2xx.
 * - `stream`: the answer began and then failed, or is not a stream of tokens.
 * - `timeout`: the server stayed silent for longer than {@linkcode withTimeout} allows.
 * - `no-body`: the answer has no body that can be read.
 * - `format`: the answer is not what was asked for.
 * - `unsupported`: this browser or version cannot run the provider.
 * - `download-required`: the model is not on this device, and a download was not allowed.
 * - `engine`: the in-browser engine failed.
 */
export type ProviderErrorCode =
  | "config"
  | "network"
  | "http"
  | "stream"
  | "timeout"
  | "no-body"
  | "format"
  | "unsupported"
  | "download-required"
  | "engine";

/** What a {@linkcode ProviderError} carries beside its code and message. */
export interface ProviderErrorDetails extends CodedErrorDetails {
  /** How long the server asks to wait, in milliseconds. */
  retryAfterMs?: number | undefined;
}

/** A {@linkcode ProviderError} as a plain object. */
export interface ProviderErrorJSON extends CodedErrorJSON<ProviderErrorCode> {
  /** How long the server asks to wait, in milliseconds. */
  retryAfterMs?: number | undefined;
}

/**
 * The error of everything that fails between a provider and its model. Two things are passed on as
 * they are: an abort, as an error named `AbortError`, and an error that a callback of yours threw.
 *
 * `structuredClone()` and `postMessage()` keep only its message: send `toJSON()` instead.
 *
 * A provider of your own makes one from a code, a message and, optionally, details.
 *
 * @example Say what failed in a provider of your own
 * ```ts
 * import { ProviderError } from "@rivulet/llm";
 *
 * const cause = new Error("The battery is empty");
 * const details = { reason: cause.message, cause };
 * const error = new ProviderError("engine", "The model stopped", details);
 * console.log(error.code); // engine
 * ```
 */
export class ProviderError extends CodedError<ProviderErrorCode, ProviderErrorDetails> {
  /** Always `"ProviderError"`. */
  override readonly name = "ProviderError";
  /** How long the server asks to wait before the next request, in milliseconds. */
  declare readonly retryAfterMs?: number | undefined;

  /** The error as a plain object, for a message to another thread or for a log. */
  override toJSON(): ProviderErrorJSON {
    return { ...super.toJSON(), retryAfterMs: this.retryAfterMs };
  }
}
