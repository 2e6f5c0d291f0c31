// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderKind } from "./types.ts";

/**
 * Why a provider failed:
 *
 * - `config`: an option is missing or wrong; nothing was sent.
 * - `http`: the server answered with a status that is not 2xx.
 * - `stream`: the answer began and then failed, or was no token stream.
 * - `no-body`: the answer has no body that can be read.
 * - `unsupported`: this browser or version cannot run the provider.
 * - `download-required`: the model is not on this device, and a download was not allowed.
 * - `engine`: the in-browser engine failed.
 */
export type ProviderErrorCode =
  | "config"
  | "http"
  | "stream"
  | "no-body"
  | "unsupported"
  | "download-required"
  | "engine";

/** What a {@linkcode ProviderError} carries beside its code and message. */
export interface ProviderErrorDetails {
  /** The HTTP status of the answer. */
  status?: number | undefined;
  /** The server's own words. */
  reason?: string | undefined;
  /** How long the server asks to wait, in milliseconds. */
  retryAfterMs?: number | undefined;
  /** The error behind this one. */
  cause?: unknown;
}

/**
 * Thrown when a provider refuses its configuration or the server refuses the request. Not thrown
 * for an abort (an error named `AbortError`), nor when the server cannot be reached at all (the
 * error that `fetch` threw).
 */
export class ProviderError extends Error {
  /** `"ProviderError"`. */
  override readonly name = "ProviderError";
  /** What kind of failure it is. */
  readonly code: ProviderErrorCode;
  /**
   * The HTTP status, where the server answered with one that is not 2xx; 0 for a redirect that a
   * browser hides.
   */
  readonly status?: number | undefined;
  /** The server's own words, where it said why. */
  readonly reason?: string | undefined;
  /** How long the server asks to wait before the next request, in milliseconds. */
  readonly retryAfterMs?: number | undefined;

  /**
   * Makes an error.
   *
   * @param code What kind of failure it is.
   * @param message The sentence to show.
   * @param details What is known beside it.
   */
  constructor(
    code: ProviderErrorCode,
    message: string,
    { cause, status, reason, retryAfterMs }: ProviderErrorDetails = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}

const UNREACHABLE =
  "The local provider is unreachable. Make sure that the local server is running and that CORS and " +
  "network access allow calls to localhost.";

/**
 * Puts an error of a provider into one sentence to show.
 *
 * @param error What {@linkcode LLMStreamProvider.stream} or the loop over `tokens` threw.
 * @param kind The kind of the provider that was asked.
 * @returns For a local provider that could not be reached, a fixed sentence that says what to
 * check; otherwise the error's own message.
 */
export function formatProviderError(error: unknown, kind: LLMProviderKind): string {
  if (kind === "local" && isNetworkFailure(error)) return UNREACHABLE;
  const message = (error as { message?: unknown } | null | undefined)?.message;
  return typeof message === "string" ? message : String(error);
}

/** The error of an answer that fails after its status said 200. */
export function streamError(why: string, details: ProviderErrorDetails = {}): ProviderError {
  return new ProviderError("stream", `Provider stream failed: ${why}`, details);
}

// Where an error was thrown says more than its text: a caller may throw "Failed to fetch" as well.
// So the two places that call foreign code remember what came out of them.

type Origin = "fetch" | "callback";

const origins = new WeakMap<object, Origin>();

/** Remembers that `fetch`, or a callback of the caller, threw this error. */
export function rememberOrigin(error: unknown, origin: Origin): void {
  if (typeof error === "object" && error !== null) origins.set(error, origin);
}

// What fetch says where the server cannot be reached: Chrome, Firefox, Safari (three texts), Node,
// Deno. Needed for errors whose origin is lost, because they crossed a worker.
const NETWORK_MESSAGES = [
  /^Failed to fetch( \(.+\))?$/,
  /^NetworkError when attempting to fetch resource\.?$/,
  /^Load failed( \(.+\))?$/,
  /^Could not connect to the server\.?$/,
  /^The Internet connection appears to be offline\.?$/,
  /^fetch failed$/,
  /^error sending request( for url \(.+\)|$)/,
];

// Deno's refusal says itself which flag is missing, and an abort is no failure of the network.
const OWN_WORDS = ["NotCapable", "PermissionDenied", "AbortError", "TimeoutError"];

/** Whether the server could not be reached. */
function isNetworkFailure(error: unknown): boolean {
  if (!(error instanceof Error) || OWN_WORDS.includes(error.name)) return false;
  const origin = origins.get(error);
  if (origin !== undefined) return origin === "fetch";
  return NETWORK_MESSAGES.some((message) => message.test(error.message));
}
