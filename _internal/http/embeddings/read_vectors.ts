// Copyright 2026 the Rivulet authors. MIT license.

import { asObject } from "../../core/json.ts";
import { failureOfDocument } from "../reader/failure.ts";
import { NOT_JSON } from "../not_json.ts";
import { EmbeddingError } from "../../core/embedding_error.ts";
import { parseAnswer, readAnswer, type ServerAnswer } from "./server_answer.ts";
import { type VectorPlace, vectorScanner } from "./vector_scanner.ts";

const NO_VECTOR = "invalid embedding vector format";
const NON_NUMERIC = "embedding vector contains non-numeric values";

/** What stands around the vectors is short: a name, some durations. */
const MAX_HELD_BYTES = 16 * 1024 * 1024;

/**
 * How many texts, lists and commas may stand around them: it is what parsing them costs. Of OpenAI's
 * protocol each vector brings about ten.
 */
const MAX_PARTS = 128 * 1024;
const MAX_PARTS_PER_TEXT = 64;

/** Models make vectors of up to about 16,000 numbers. */
const MAX_DIMENSIONS = 64 * 1024;

/** Spelled with 20 digits each, and with blanks between. */
const MAX_VECTOR_BYTES = 32 * MAX_DIMENSIONS;

/** Surplus vectors are counted, so that the error can name their number, up to this many. */
const MAX_SURPLUS = 1000;

/** Where the vectors of a kind of server stand, and how they are put into the order of the texts. */
export interface VectorRow extends VectorPlace {
  /** What is wrong where a text stands in the place of a vector. */
  readonly notText?: string;
  /** Left out where they come in that order. */
  inOrder?(
    answer: ServerAnswer,
    entries: readonly unknown[],
    vectors: readonly Float32Array[],
  ): Float32Array[];
}

/** What an answer must hold. */
export interface ExpectedVectors {
  readonly row: VectorRow;
  readonly count: number;
  /** How many numbers each vector has, if it is known. */
  readonly dimensions?: number | undefined;
}

/** Reads the vectors of an answer. */
export async function readVectors(
  answer: ServerAnswer,
  { row, count, dimensions }: ExpectedVectors,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  let found = 0;
  let length = 0;
  // Compressed, a short answer may unpack to anything: no more than the request can explain.
  const maxLength = MAX_HELD_BYTES + count * MAX_VECTOR_BYTES;
  const maxParts = MAX_PARTS + count * MAX_PARTS_PER_TEXT;
  const scanner = vectorScanner(row, (text) => {
    found++;
    if (found <= count) vectors.push(parseVector(answer, text, dimensions ?? vectors[0]?.length));
    else if (found > count + MAX_SURPLUS) throw wrongCount(answer, `at least ${found}`, count);
  });
  await readAnswer(answer, (bytes) => {
    scanner.push(bytes);
    length += bytes.length;
    if (scanner.outline.length > MAX_HELD_BYTES) {
      throw answer.fail(`the answer holds more than ${MAX_HELD_BYTES} bytes besides its vectors`);
    }
    if (scanner.partCount() > maxParts) {
      throw answer.fail(`the answer holds more than ${maxParts} values besides its vectors`);
    }
    if (scanner.vector.length > MAX_VECTOR_BYTES) {
      throw answer.fail(`the answer holds a vector of more than ${MAX_VECTOR_BYTES} bytes`);
    }
    if (length > maxLength) {
      throw answer.fail(`the answer is longer than ${maxLength} bytes for ${count} texts`);
    }
  });
  const entries = readList(answer, row, parseAnswer(answer, scanner.outline.text()));
  answer.checkTime();
  if (entries.length !== count) throw wrongCount(answer, `${entries.length}`, count);
  if (found !== count) {
    throw answer.fail(`the answer does not name "${row.entryKey ?? row.key}" exactly once`);
  }
  return row.inOrder?.(answer, entries, vectors) ?? vectors;
}

/** The entries of the list of vectors, each of which must be an array or hold one. */
function readList(
  answer: ServerAnswer,
  { key, isList, entryKey, notText = NO_VECTOR }: VectorRow,
  outline: unknown,
): unknown[] {
  const value = asObject(outline)[key];
  const list = isList ? value : [value];
  const vectorIn = (entry: unknown) => entryKey === undefined ? entry : asObject(entry)[entryKey];
  // Some servers write an empty member beside what they have to say.
  const first = Array.isArray(list) ? vectorIn(list[0]) : list;
  const failure = failureOfDocument(outline, first === undefined || first === null ? undefined : 1);
  if (failure !== undefined) throw answer.fail(failure.failure, { serverCode: failure.serverCode });
  if (!Array.isArray(list)) throw answer.fail(`${NO_VECTOR}, the answer has no "${key}" array`);
  for (const entry of list) {
    const vector = vectorIn(entry);
    if (Array.isArray(vector)) continue;
    throw vectorError(typeof vector === "string" ? notText : NO_VECTOR);
  }
  return list;
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
