// Copyright 2026 the Rivulet authors. MIT license.

/**
 * The error that an aborted call rejects with. Callers test for the name `AbortError`, so that a
 * reason of any other kind becomes the cause.
 */
export function abortError(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  if (reason instanceof Error && reason.name === "AbortError") return reason;
  const error = new Error("The embedding call was aborted", { cause: reason });
  error.name = "AbortError";
  return error;
}

/** Waits for `work`, but rejects as soon as `signal` is aborted, whether `work` heeds it or not. */
export async function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  errorOf: (signal: AbortSignal) => unknown = abortError,
): Promise<T> {
  if (signal === undefined) return await work;
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(errorOf(signal));
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort);
  });
  try {
    // Aborted stands first: work that ended in the same moment must not hide the abort.
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
