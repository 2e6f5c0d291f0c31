// Copyright 2026 the Rivulet authors. MIT license.

/** Why this browser does not keep what it should. */
export type StorageTrouble = "missing" | "blocked" | "full" | "failed";

/** What an error of the browser's storage means for a person. */
export function troubleOf(error: unknown): StorageTrouble {
  const { name, message } = error instanceof Error || error instanceof DOMException
    ? error
    : { name: "", message: "" };
  if (name === "QuotaExceededError" || name === "NS_ERROR_DOM_QUOTA_REACHED") return "full";
  // Firefox says InvalidStateError in a private window, and others that the operation is insecure.
  if (name === "SecurityError" || name === "InvalidStateError" || name === "NotAllowedError") {
    return "blocked";
  }
  // Chromium says so of the database where site data is blocked.
  if (/denied permission/.test(message)) return "blocked";
  // There is no such name in this browser.
  if (name === "ReferenceError" || name === "TypeError") return "missing";
  return "failed";
}
