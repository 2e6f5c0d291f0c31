// Copyright 2026 the Rivulet authors. MIT license.

// The rules of reading an answer once more, slow and obvious: the whole body at once, through
// JSON.parse(). What the library reads from any cut of the same bytes must be the same.

import { isObject, type Json, parseJson } from "../json.ts";
import { wordsOf } from "../words.ts";
import type { Key } from "./generate.ts";

/**
 * What an answer says: its vectors, or what is wrong with it. One of the reasons is to be told; no
 * reasons stand for any.
 */
export type Reading =
  | { vectors: number[][] }
  | { code: "http" | "format"; reasons: string[] };

const INVALID = "invalid embedding vector format";
const EMPTY = "embedding vector is empty";
const NON_NUMERIC = "embedding vector contains non-numeric values";

/**
 * What an answer of status 200 says about `count` texts. Undefined where that is up to the reader:
 * the name of the member comes twice, or is spelled with escapes.
 */
export function readAnswer(body: Uint8Array, key: Key, count: number): Reading | undefined {
  const json = new TextDecoder().decode(body);
  const answer = parseJson(json);
  if (answer === undefined) return { code: "format", reasons: [] };
  const spellings = memberNames(json).filter((name) => parseJson(name) === key);
  if (!["", `"${key}"`].includes(spellings.join())) return undefined;
  const value = isObject(answer) ? answer[key] : undefined;
  const list: Json = key === "embedding" ? [value] : value;
  // Some servers write an empty member beside what they have to say.
  const leading = Array.isArray(list) ? list[0] : list;
  const words = leading === undefined || leading === null ? wordsOf(answer) : undefined;
  if (words !== undefined) return { code: "format", reasons: [words] };
  if (!Array.isArray(list)) {
    return { code: "format", reasons: [`${INVALID}, the answer has no "${key}" array`] };
  }
  const reasons = list.flatMap(faultsOf);
  const arrays: Json[][] = list.slice(0, count).filter(Array.isArray);
  const dimensions = arrays[0]?.length;
  for (const { length } of arrays) {
    if (length === dimensions) continue;
    reasons.push(`the answer holds vectors of ${dimensions} and ${length} numbers`);
  }
  if (list.length !== count) {
    // What stands in a vector too many is not looked at, and may end it too early.
    if (list.slice(count).some((vector) => faultsOf(vector).includes(NON_NUMERIC))) {
      return { code: "format", reasons: [] };
    }
    reasons.push(`the answer holds ${list.length} vectors for ${count} texts`);
  }
  if (reasons.length > 0) return { code: "format", reasons };
  return { vectors: list.map((vector) => [...Float32Array.from(vector)]) };
}

/** What an answer of another status says. */
export function readRefusal(body: Uint8Array, status: string): Reading {
  const reason = wordsOf(parseJson(new TextDecoder().decode(body))) ?? status;
  return { code: "http", reasons: [reason] };
}

/** The names of the members of the outermost object, as they are spelled. */
function memberNames(json: string): string[] {
  const names: string[] = [];
  let depth = 0;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[[\]{}]/g)) {
    if (token === "[" || token === "{") depth++;
    else if (token === "]" || token === "}") depth--;
    else if (depth === 1 && token.endsWith(":")) names.push(token.slice(0, -1).trim());
  }
  return names;
}

function faultsOf(vector: Json): string[] {
  if (!Array.isArray(vector)) return [INVALID];
  if (vector.length === 0) return [EMPTY];
  return vector.every((value) => typeof value === "number" && isFinite(Math.fround(value)))
    ? []
    : [NON_NUMERIC];
}
