// Copyright 2026 the Rivulet authors. MIT license.

// JSON from a server enters as `unknown`; these functions narrow it.

/** A JSON object whose fields are not known yet. */
export type JsonObject = Record<string, unknown>;

/**
 * A text in JSON, which ends with the whole or where it was cut; or a number that JSON has no word
 * for. Python's `json.dumps` writes the words that JavaScript has for these.
 */
const TEXT_OR_NO_NUMBER = /"(?:[^"\\]|\\[^])*"?|-?(?:NaN|Infinity)/g;

/**
 * The value of a JSON text, or undefined if the text is malformed. Where a number should stand and
 * none does, such as NaN, the value is null.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parseWithoutNumbers(text);
  }
}

function parseWithoutNumbers(text: string): unknown {
  if (!/NaN|Infinity/.test(text)) return undefined;
  try {
    const isText = (found: string): boolean => found.startsWith('"');
    return JSON.parse(text.replace(TEXT_OR_NO_NUMBER, (found) => isText(found) ? found : "null"));
  } catch {
    return undefined;
  }
}

/**
 * The value if it is an object, otherwise an empty one, so that any field of it reads as undefined.
 */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The same of the first entry of a list: some services wrap a failure into a list of one. */
export function firstObject(value: unknown): JsonObject {
  return asObject(Array.isArray(value) ? value[0] : value);
}

/** Whether a value is an object and neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is a text with at least one character. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The value if it is a number. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
