// Copyright 2026 the Rivulet authors. MIT license.

import { rememberCallbackError } from "../callback_errors.ts";
import type { CallSignal } from "../call_signal.ts";

/**
 * Calls a function of the caller; what it throws is the error of the call under way. A promise of
 * its is not waited for, but if it is rejected, the call ends with that error.
 */
export function callBack(call: () => unknown, stop: CallSignal): void {
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
