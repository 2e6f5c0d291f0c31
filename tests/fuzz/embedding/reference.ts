// Copyright 2026 the Rivulet authors. MIT license.

// The rules of reading an answer once more, slow and obvious: the whole body at once, through
// JSON.parse(). What the library reads from any cut of the same bytes must be the same.

import { hasFailed, isMarked } from "../chat/failure.ts";
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
const VECTOR = '"embedding"';
const TEXT = "embedding vector is a text (base64) and not numbers, " +
  'set extraBody to { encoding_format: "float" }';
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
  const spellings = memberNames(json, 1).filter((name) => parseJson(name) === key);
  if (!["", `"${key}"`].includes(spellings.join())) return undefined;
  if (memberNames(json, 3).some((name) => name !== VECTOR && parseJson(name) === "embedding")) {
    return undefined;
  }
  // An error beside vectors counts, and which of the two is told first does not matter.
  if (hasFailed(answer)) return { code: "format", reasons: [] };
  const value = isObject(answer) ? answer[key] : undefined;
  const entries: Json = key === "embedding" ? [value] : value;
  const list = key === "data" && Array.isArray(entries) ? entries.map(vectorIn) : entries;
  // Some servers write an empty member beside what they have to say.
  const leading = Array.isArray(list) ? list[0] : list;
  const words = leading === undefined || leading === null ? wordsOf(answer) : undefined;
  if (words !== undefined) return { code: "format", reasons: [words] };
  if (leading === undefined && isMarked(answer)) return { code: "format", reasons: [] };
  if (!Array.isArray(list)) {
    return { code: "format", reasons: [`${INVALID}, the answer has no "${key}" array`] };
  }
  const reasons = list.flatMap((vector) =>
    key === "data" && typeof vector === "string" ? [TEXT] : faultsOf(vector)
  );
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
  const vectors = list.map((vector) => [...Float32Array.from(vector)]);
  if (key !== "data") return { vectors };
  const ordered = inOrder(entries as Json[], vectors);
  const order = `the answer does not give each index from 0 to ${count - 1} exactly once`;
  return ordered === undefined ? { code: "format", reasons: [order] } : { vectors: ordered };
}

function vectorIn(entry: Json): Json {
  return isObject(entry) ? entry.embedding : undefined;
}

/** Sorted by the index of each, which may be left out where the order is that of the texts. */
function inOrder(entries: readonly Json[], vectors: number[][]): number[][] | undefined {
  const indices = entries.map((entry) => isObject(entry) ? entry.index ?? undefined : undefined);
  const places = [...indices.keys()];
  const sorted = indices.map((index, place) => index ?? place).toSorted();
  if (JSON.stringify(sorted) !== JSON.stringify(places.toSorted())) return undefined;
  const areInPlace = places.every((place) => (indices[place] ?? place) === place);
  if (indices.includes(undefined)) return areInPlace ? vectors : undefined;
  return places.map((place) => vectors[indices.indexOf(place)]!);
}

/** What an answer of another status says. */
export function readRefusal(body: Uint8Array, status: string): Reading {
  const reason = wordsOf(parseJson(new TextDecoder().decode(body))) ?? status;
  return { code: "http", reasons: [reason] };
}

/** The names of the members of objects at a depth, as they are spelled. */
function memberNames(json: string, wanted: number): string[] {
  const names: string[] = [];
  let depth = 0;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[[\]{}]/g)) {
    if (token === "[" || token === "{") depth++;
    else if (token === "]" || token === "}") depth--;
    else if (depth === wanted && token.endsWith(":")) names.push(token.slice(0, -1).trim());
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
