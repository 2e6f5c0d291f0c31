// Copyright 2026 the Rivulet authors. MIT license.

/**
 * The error of an aborted call: always named `AbortError`, whatever the reason is. A reason that is
 * such an error itself is handed on as it is; any other is the cause.
 */
export function abortError(reason: unknown): Error {
  if (reason instanceof Error && reason.name === "AbortError") return reason;
  const error = new Error("The request was aborted", { cause: reason });
  error.name = "AbortError";
  return error;
}
