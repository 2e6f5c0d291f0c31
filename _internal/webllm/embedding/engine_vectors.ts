// Copyright 2026 the Rivulet authors. MIT license.

import { asObject } from "../../core/json.ts";
import { EmbeddingError } from "../../core/embedding_error.ts";

/** The vectors in an answer of the engine, each of length 1; there must be `count` of them. */
export function readVectors(answer: unknown, count: number): Float32Array[] {
  const { data } = asObject(answer);
  const entries: unknown[] = Array.isArray(data) ? data : [];
  if (entries.length !== count) throw fault(`${entries.length} vectors for ${count} texts`);
  return entries.map((entry) => normalise(asObject(entry).embedding));
}

/** Throws where two vectors could not be compared. */
export function assertOneLength(vectors: readonly Float32Array[]): void {
  const first = vectors[0]?.length;
  const other = vectors.find(({ length }) => length !== first);
  if (other !== undefined) throw fault(`vectors of ${first} and ${other.length} numbers`);
}

/** The engine hands on what the model made, of any length. */
function normalise(embedding: unknown): Float32Array {
  const values: unknown[] = Array.isArray(embedding) ? embedding : [];
  // Summed up in 64 bits, in which no square of a 32-bit number is too large.
  let squares = 0;
  const vector = Float32Array.from(values, (value) => typeof value === "number" ? value : NaN);
  for (const value of vector) squares += value * value;
  if (!Number.isFinite(squares)) throw fault("a vector with a number that is not finite");
  if (squares === 0) throw fault("a vector of zeros, which has no direction");
  const length = Math.sqrt(squares);
  return vector.map((value) => value / length);
}

function fault(what: string): EmbeddingError {
  return new EmbeddingError("engine", `Try again or choose another model, the engine made ${what}`);
}
