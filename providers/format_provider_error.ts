// Copyright 2026 the Rivulet authors. MIT license.

import { callbackErrors } from "../_internal/core/callback_errors.ts";
import { asObject } from "../_internal/core/json.ts";
import type { LLMProviderKind } from "../_internal/core/types.ts";

const UNREACHABLE =
  "The local provider is unreachable. Make sure that the local server is running and that CORS and " +
  "network access allow calls to localhost.";

/**
 * Puts an error of a provider into one sentence to show.
 *
 * @param error What {@linkcode LLMStreamProvider.stream} or the loop over `tokens` threw, or its
 * `toJSON()` from another thread.
 * @param kind The kind of the provider that was asked.
 * @returns For a local provider that could not be reached, a fixed sentence that says what to
 * check; otherwise the error's own message.
 */
export function formatProviderError(error: unknown, kind: LLMProviderKind): string {
  if (kind === "local" && isUnreachable(error)) return UNREACHABLE;
  const { message } = asObject(error);
  return typeof message === "string" ? message : String(error);
}

// What fetch says if the server cannot be reached: Chrome, Firefox, Safari (three texts), Node, Deno.
// For errors that are not ours, or that lost their code on their way from a worker.
const NETWORK_MESSAGES = [
  /^Failed to fetch( \([^]+\))?$/,
  /^NetworkError when attempting to fetch resource\.?$/,
  /^Load failed( \([^]+\))?$/,
  /^Could not connect to the server\.?$/,
  /^The Internet connection appears to be offline\.?$/,
  /^fetch failed$/,
  /^error sending request( for url \([^]+\)|$)/,
];

// Deno's refusal says itself which flag is missing, and an abort is no failure of the network.
const OWN_WORDS = ["NotCapable", "PermissionDenied", "AbortError", "TimeoutError"];

/**
 * What platforms say where the server is not what is missing: of a connection that somebody has
 * answered (closed, reset, with a certificate, not in HTTP), and of a port that they never ask.
 */
const REACHED =
  /other side closed|socket hang up|ECONNRESET|EPIPE|reset by peer|connection (?:closed|reset)|certificate|handshake|corrupt message|\(SendRequest\)|HTTP\/1\.1 protocol|Headers Overflow|Malformed_HTTP|InvalidHTTP|tunnel|bad port|requests to port|(?:^|[\W_])(?:TLS|SSL|CERT)(?:[\W_]|$)/i;

/** The words of an address are the caller's, and no platform's. */
const ADDRESS = /https?:\/\/[^\s)]+/g;

/** Whether the server could not be reached. */
function isUnreachable(error: unknown): boolean {
  const { name, code, message, cause } = asObject(error);
  if (name === "ProviderError") {
    return code === "network" && !hasOwnWords(asObject(cause).name) &&
      !REACHED.test(`${message}`.replace(ADDRESS, ""));
  }
  if (!(error instanceof Error) || hasOwnWords(name)) return false;
  if (callbackErrors.has(error)) return false;
  return NETWORK_MESSAGES.some((pattern) => pattern.test(String(message)));
}

function hasOwnWords(name: unknown): boolean {
  return OWN_WORDS.includes(String(name));
}
