// Copyright 2026 the Rivulet authors. MIT license.

import { nameOf } from "./check_texts.ts";

/**
 * Throws a TypeError that names the option which is of another kind: JavaScript callers have no
 * compiler. Null and undefined leave it out.
 */
export function checkKind(
  name: string,
  value: unknown,
  kind: "boolean" | "function" | "string",
): void {
  if (value !== undefined && value !== null && typeof value !== kind) {
    throw wrongKind(name, `a ${kind}`, value);
  }
}

/** The signal in the options of a call, which may be null like each of them. */
export function signalOf(
  options: { signal?: AbortSignal | undefined } | null | undefined,
): AbortSignal | undefined {
  const signal = options?.signal ?? undefined;
  // By its form, since it may come from another realm.
  if (signal === undefined || (typeof signal === "object" && "aborted" in signal)) return signal;
  throw wrongKind("signal", "an AbortSignal", signal);
}

function wrongKind(name: string, kind: string, value: unknown): TypeError {
  return new TypeError(`Set ${name} to ${kind}, got ${nameOf(value)}`);
}
