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
    if (stop.released) throw error; // nobody is left to be told, so the platform reports it
    rememberCallbackError(error);
    stop.stop(error);
  });
}
