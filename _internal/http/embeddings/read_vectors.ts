// Copyright 2026 the Rivulet authors. MIT license.

import { asObject } from "../../core/json.ts";
import { reasonOf } from "../reader/reason.ts";
import { NOT_JSON } from "../bounded_text.ts";
import { EmbeddingError } from "../../core/embedding_error.ts";
import { parseAnswer, readAnswer, type ServerAnswer } from "./server_answer.ts";
import { type VectorKey, VectorScanner } from "./vector_scanner.ts";

const NON_NUMERIC = "embedding vector contains non-numeric values";

/** What stands around the vectors is short: a name, some durations. */
const MAX_HELD_BYTES = 16 * 1024 * 1024;

/** Models make vectors of up to about 16,000 numbers. */
const MAX_DIMENSIONS = 64 * 1024;

/** Spelled with 20 digits each, and with blanks between. */
const MAX_VECTOR_BYTES = 32 * MAX_DIMENSIONS;

/** Surplus vectors are counted, so that the error can name their number, up to this many. */
const MAX_SURPLUS = 1000;

/** What an answer must hold. */
export interface ExpectedVectors {
  readonly key: VectorKey;
  readonly count: number;
  /** How many numbers each vector has, if it is known. */
  readonly dimensions?: number | undefined;
}

/** Reads the vectors of an answer. */
export async function readVectors(
  answer: ServerAnswer,
  { key, count, dimensions }: ExpectedVectors,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  let found = 0;
  let length = 0;
  // Compressed, a short answer may unpack to anything: no more than the request can explain.
  const maxLength = MAX_HELD_BYTES + count * MAX_VECTOR_BYTES;
  const scanner = new VectorScanner(key, (text) => {
    found++;
    if (found <= count) vectors.push(parseVector(answer, text, dimensions ?? vectors[0]?.length));
    else if (found > count + MAX_SURPLUS) throw wrongCount(answer, `at least ${found}`, count);
  });
  await readAnswer(answer, (bytes) => {
    scanner.push(bytes);
    length += bytes.length;
    if (scanner.outlineLength > MAX_HELD_BYTES) {
      throw answer.fail(`the answer holds more than ${MAX_HELD_BYTES} bytes besides its vectors`);
    }
    if (scanner.vectorLength > MAX_VECTOR_BYTES) {
      throw answer.fail(`the answer holds a vector of more than ${MAX_VECTOR_BYTES} bytes`);
    }
    if (length > maxLength) {
      throw answer.fail(`the answer is longer than ${maxLength} bytes for ${count} texts`);
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

/** Reads a vector; `dimensions` is how many numbers the one before it had. */
function parseVector(
  answer: ServerAnswer,
  text: string,
  dimensions: number | undefined,
): Float32Array {
  const values = parseNumbers(answer, text);
  if (values.length === 0) throw vectorError("embedding vector is empty");
  if (values.length > MAX_DIMENSIONS) {
    throw answer.fail(
      `the answer holds a vector of ${values.length} numbers, the most are ${MAX_DIMENSIONS}`,
    );
  }
  const vector = new Float32Array(values.length);
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    // A number may be too large for 64 bits (1e999) or for 32 (1e39): it is infinite then.
    vector[index] = typeof value === "number" ? value : NaN;
    if (!Number.isFinite(vector[index])) throw vectorError(NON_NUMERIC);
  }
  if (values.length !== (dimensions ?? values.length)) {
    throw answer.fail(`the answer holds vectors of ${dimensions} and ${values.length} numbers`);
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
