// Copyright 2026 the Rivulet authors. MIT license.

/**
 * What callbacks of the caller threw: such an error is the caller's own, whatever its text says. A
 * caller may throw "Failed to fetch" as well.
 */
export const callbackErrors: WeakSet<object> = /* @__PURE__ */ new WeakSet();

/** Remembers that a callback threw this, or that a promise of it was rejected with this. */
export function rememberCallbackError(error: unknown): void {
  if (typeof error === "object" && error !== null) callbackErrors.add(error);
}
