// Copyright 2026 the Rivulet authors. MIT license.

/** Why this browser does not keep what it should, to be told. */
export interface StorageTrouble {
  readonly kind: "missing" | "blocked" | "full" | "failed";
  readonly words: string;
}

const WORDS: Readonly<Record<StorageTrouble["kind"], string>> = {
  missing:
    "This browser has no storage for pages. All works from memory, and is gone when you close the page.",
  blocked:
    "This browser lets this page keep nothing: cookies and site data are blocked, or the window is private. All works from memory, and is gone when you close the page.",
  full:
    "The storage of this browser is full. What comes from now on works from memory, and is gone when you close the page.",
  failed:
    "The storage of this browser does not work now. What comes from now on works from memory, and is gone when you close the page.",
};

/** What an error of the browser's storage means for a person. */
export function troubleOf(error: unknown): StorageTrouble {
  const kind = kindOf(error);
  return { kind, words: WORDS[kind] };
}

function kindOf(error: unknown): StorageTrouble["kind"] {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  if (name === "QuotaExceededError" || name === "NS_ERROR_DOM_QUOTA_REACHED") return "full";
  // Firefox says InvalidStateError in a private window, and others that the operation is insecure.
  if (name === "SecurityError" || name === "InvalidStateError" || name === "NotAllowedError") {
    return "blocked";
  }
  // There is no such name in this browser.
  if (name === "ReferenceError" || name === "TypeError") return "missing";
  return "failed";
}
