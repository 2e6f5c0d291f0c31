// Copyright 2026 the Rivulet authors. MIT license.

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
export function isNetworkFailure(error: unknown): boolean {
  if (!(error instanceof Error) || OWN_WORDS.includes(error.name)) return false;
  const origin = origins.get(error);
  if (origin !== undefined) return origin === "fetch";
  return NETWORK_MESSAGES.some((message) => message.test(error.message));
}
