// Copyright 2026 the Rivulet authors. MIT license.

import { asObject } from "../../_shared/json.ts";
import { reasonOf } from "../../_shared/reason.ts";
import { EmbeddingError } from "../errors.ts";
import { NOT_JSON, parseAnswer, readChunks, type ServerAnswer } from "./server_answer.ts";
import { type VectorKey, VectorScanner } from "./vector_scanner.ts";

const NON_NUMERIC = "embedding vector contains non-numeric values";

/** A vector of 16,384 numbers takes about 0.4 MiB: what needs more than this is no such answer. */
const MAX_HELD_BYTES = 16 * 1024 * 1024;

/** Surplus vectors are counted, so that the error can name their number, up to this many. */
const MAX_SURPLUS = 1000;

/** Reads the vectors of an answer, which must be `count` of them. */
export async function readVectors(
  answer: ServerAnswer,
  key: VectorKey,
  count: number,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  let found = 0;
  const scanner = new VectorScanner(key, (text) => {
    found++;
    if (found <= count) vectors.push(parseVector(answer, text));
    else if (found > count + MAX_SURPLUS) throw wrongCount(answer, `at least ${found}`, count);
  });
  await readChunks(answer, (bytes) => {
    scanner.push(bytes);
    if (scanner.heldBytes > MAX_HELD_BYTES) {
      throw answer.fail(`the answer holds more than ${MAX_HELD_BYTES} bytes besides its vectors`);
    }
  });
  const listed = listedVectors(answer, key, parseAnswer(answer, scanner.outline));
  if (listed !== count) throw wrongCount(answer, `${listed}`, count);
  if (found !== listed) throw answer.fail(`the answer does not name "${key}" exactly once`);
  return vectors;
}

/** How many vectors the outline lists, each of which must be an array. */
function listedVectors(answer: ServerAnswer, key: VectorKey, outline: unknown): number {
  const value = asObject(outline)[key];
  const list = key === "embedding" ? [value] : value;
  // Some servers write an empty member beside what they have to say.
  const first: unknown = Array.isArray(list) ? list[0] : list;
  const reason = first === undefined || first === null ? reasonOf(outline) : undefined;
  if (reason !== undefined) throw answer.fail(reason);
  if (Array.isArray(list) && list.every(Array.isArray)) return list.length;
  if (Array.isArray(list)) throw vectorError("invalid embedding vector format");
  throw answer.fail(`invalid embedding vector format, the answer has no "${key}" array`);
}

function parseVector(answer: ServerAnswer, text: string): Float32Array {
  const values = parseNumbers(answer, text);
  if (values.length === 0) throw vectorError("embedding vector is empty");
  const vector = new Float32Array(values.length);
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    // A number may be too large for 64 bits (1e999) or for 32 (1e39): it is infinite then.
    vector[index] = typeof value === "number" ? value : NaN;
    if (!Number.isFinite(vector[index])) throw vectorError(NON_NUMERIC);
  }
  return vector;
}

function parseNumbers(answer: ServerAnswer, text: string): unknown[] {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Cut short inside of a string, an array or an object; or the NaN and Infinity of other
    // languages.
    if (/["[{NI]/.test(text.slice(1))) throw vectorError(NON_NUMERIC);
    throw answer.fail(NOT_JSON, { cause: error });
  }
}

function wrongCount(answer: ServerAnswer, found: string, count: number): EmbeddingError {
  return answer.fail(`the answer holds ${found} vectors for ${count} texts`);
}

function vectorError(message: string): EmbeddingError {
  return new EmbeddingError("format", message, { reason: message });
}
