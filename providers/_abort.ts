// Copyright 2026 the Rivulet authors. MIT license.

/**
 * The error of an aborted request: always named `AbortError`, whatever the reason is. A reason that
 * is such an error itself is handed on as it is; any other is the cause.
 */
export function abortError(reason: unknown): Error {
  if (reason instanceof Error && reason.name === "AbortError") return reason;
  const error = new Error("The request was aborted", { cause: reason });
  error.name = "AbortError";
  return error;
}

/**
 * The promise's outcome, or the signal's reason as soon as it is aborted: not every `fetch` listens
 * to its signal.
 */
export function untilStopped<T>(promise: Promise<T>, stop: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(stop.reason);
    if (stop.aborted) onAbort();
    stop.addEventListener("abort", onAbort);
    promise.then(resolve, reject).finally(() => stop.removeEventListener("abort", onAbort));
  });
}
