// Copyright 2026 the Rivulet authors. MIT license.

import { asObject } from "../core/json.ts";
import { messageOf } from "../core/message_of.ts";
import type { Redactor } from "./redactor.ts";

/** An error that holds more than this may hold anything. */
const MAX_VALUES = 1000;

/**
 * The error behind one of ours: that same error, or one like it without what it shows of a secret.
 * `fetch` names the address with its query, and a caller's own may name all that it was given.
 */
export function cleanError(error: unknown, secrets: Redactor): unknown {
  if (!showsSecret(error, secrets)) return error;
  const { name = "Error", stack, code, cause } = asObject(error);
  const clean = new Error(
    secrets.removeFrom(messageOf(error)),
    cause === undefined ? undefined : { cause: cleanError(cause, secrets) },
  );
  clean.name = secrets.removeFrom(String(name));
  clean.stack = secrets.removeFrom(String(stack ?? ""));
  if (code === undefined) return clean;
  return Object.assign(clean, { code: secrets.removeFrom(String(code)) });
}

/** Whether any text in a value shows a secret; what cannot be looked into might. */
function showsSecret(value: unknown, secrets: Redactor): boolean {
  const values = [value];
  const seen = new Set<unknown>();
  while (values.length > 0) {
    const next = values.pop();
    if (typeof next === "string" && secrets.removeFrom(next) !== next) return true;
    if (next instanceof URL) values.push(next.href);
    if (typeof next !== "object" || next === null || seen.has(next)) continue;
    if (!isOpen(next) || seen.size === MAX_VALUES) return true;
    seen.add(next);
    // Platforms differ in where a stack stands.
    values.push(
      ...Reflect.ownKeys(next).map((key) => Reflect.get(next, key)),
      asObject(next).stack,
    );
  }
  return false;
}

/** Whether all of an object is in its fields; a Request, say, has more. */
function isOpen(value: object): boolean {
  return value instanceof Error || value instanceof URL || value instanceof Date ||
    Array.isArray(value) ||
    [Object.prototype, null].includes(Object.getPrototypeOf(value));
}
