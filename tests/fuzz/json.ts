// Copyright 2026 the Rivulet authors. MIT license.

// deno-lint-ignore no-explicit-any -- the shape of an answer is what is in question
export type Json = any;

/** The value of a JSON text; undefined where it is none. */
export function parseJson(text: string): Json {
  try {
    return JSON.parse(withoutNoNumbers(text));
  } catch {
    return undefined;
  }
}

/** The text with null for what Python writes where there is no number. */
function withoutNoNumbers(text: string): string {
  const pieces = text.split(/("(?:[^"\\]|\\.)*")/s);
  return pieces.map((piece, index) =>
    index % 2 === 1 ? piece : piece.replace(/-?(NaN|Infinity)/g, "null")
  ).join("");
}

export function isObject(value: Json): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const TEXTS = ["content", "response", "text", "reasoning_content", "reasoning", "thinking"];

/** The value of a JSON text in which a number in the place of a text is the text it is spelled as. */
export function parseSpelled(text: string): Json {
  const revive = (key: string, value: Json, { source }: { source: string }) =>
    typeof value === "number" && TEXTS.includes(key) ? source : value;
  try {
    // The language knows the third parameter, its types do not yet.
    return JSON.parse(withoutNoNumbers(text), revive as (key: string, value: Json) => Json);
  } catch {
    return undefined;
  }
}
