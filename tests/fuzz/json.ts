// Copyright 2026 the Rivulet authors. MIT license.

// deno-lint-ignore no-explicit-any -- the shape of an answer is what is in question
export type Json = any;

/** The value of a JSON text; undefined where it is none. */
export function parseJson(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isObject(value: Json): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
