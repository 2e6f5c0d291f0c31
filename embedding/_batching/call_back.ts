// Copyright 2026 the Rivulet authors. MIT license.

import { rememberCallbackError } from "../../_shared/callback_errors.ts";
import type { Stop } from "../../_shared/stop.ts";

/**
 * Calls a function of the caller; what it throws is the error of the call under way. A promise of
 * its is not waited for, but if it is rejected, the call ends with that very error.
 */
export function callBack(call: () => unknown, stop: Stop): void {
  let result: unknown;
  try {
    result = call();
  } catch (error) {
    rememberCallbackError(error);
    throw error;
  }
  Promise.resolve(result).catch((error) => {
    // The call has settled: an error that comes this late must not end the caller's program.
    if (stop.released) return;
    rememberCallbackError(error);
    stop.stop(error);
  });
}
