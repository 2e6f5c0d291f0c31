// Copyright 2026 the Rivulet authors. MIT license.

import { packVector } from "../../stars/packed_vectors.ts";
import { isFullName } from "../../stars/repository.ts";
import type { VectorBlock } from "../search/messages.ts";
import type { Database, MeaningsRow } from "./database.ts";

/**
 * Counts up whenever the texts change, so that vectors of other texts are not compared with them.
 */
export const TEXT_VERSION = 2;

/** The vectors of one batch, with marks of the texts that they were made of. */
export interface VectorBatch extends VectorBlock {
  readonly hashes: readonly number[];
}

/** Whose meanings by which model. */
export interface MeaningsKey {
  /** In small letters; `""` for the sample. */
  readonly login: string;
  readonly model: string;
}

/** Longer vectors are made by no model. */
const MAX_DIMENSIONS = 100_000;

/** What is kept, the oldest first. A batch that is damaged or cut off is thrown away. */
export async function loadMeanings(
  database: Database,
  { login, model }: MeaningsKey,
): Promise<VectorBatch[]> {
  const list = IDBKeyRange.only([login, model, TEXT_VERSION]);
  const rows = await database.getAllFromIndex("meanings", "list", list);
  const keys = await database.getAllKeysFromIndex("meanings", "list", list);
  const [first] = rows.filter(isWhole);
  const batches: VectorBatch[] = [];
  for (const [index, row] of rows.entries()) {
    if (isWhole(row) && row.dimensions === first?.dimensions) {
      const { names, hashes, dimensions } = row;
      const buffer = packed(row);
      batches.push({ names, hashes, dimensions, buffer });
      if (buffer !== row.buffer) await database.put("meanings", { ...row, buffer }, keys[index]!);
    } else await database.delete("meanings", keys[index]!);
  }
  return batches;
}

/** Keeps one batch more. */
export async function addMeanings(
  database: Database,
  { login, model }: MeaningsKey,
  { names, hashes, dimensions, buffer }: VectorBatch,
): Promise<void> {
  await database.add("meanings", {
    login,
    model,
    version: TEXT_VERSION,
    names,
    hashes,
    dimensions,
    buffer,
  });
}

/** Forgets what one model has made of a list, of all versions. */
export async function forgetMeanings(
  database: Database,
  { login, model }: MeaningsKey,
): Promise<void> {
  const transaction = database.transaction("meanings", "readwrite");
  const range = IDBKeyRange.bound([login, model], [login, model, []]);
  for (const key of await transaction.store.index("list").getAllKeys(range)) {
    transaction.store.delete(key).catch(() => {});
  }
  await transaction.done;
}

function isWhole(row: MeaningsRow): boolean {
  const { names, hashes, dimensions, buffer } = row;
  return Number.isSafeInteger(dimensions) && dimensions > 0 && dimensions <= MAX_DIMENSIONS &&
    Array.isArray(names) && names.every((name) => typeof name === "string" && isFullName(name)) &&
    Array.isArray(hashes) && hashes.length === names.length &&
    hashes.every(Number.isSafeInteger) &&
    buffer instanceof ArrayBuffer &&
    (buffer.byteLength === names.length * dimensions || isOfEarlierVersion(row));
}

/** Earlier versions kept 32 bits a number. */
function isOfEarlierVersion({ names, dimensions, buffer }: MeaningsRow): boolean {
  return buffer.byteLength === names.length * dimensions * 4 &&
    new Float32Array(buffer).every(Number.isFinite);
}

function packed({ names, dimensions, buffer }: MeaningsRow): ArrayBuffer {
  if (buffer.byteLength === names.length * dimensions) return buffer;
  const numbers = new Int8Array(names.length * dimensions);
  names.forEach((_, index) => {
    const vector = new Float32Array(buffer, index * dimensions * 4, dimensions);
    numbers.set(packVector(vector), index * dimensions);
  });
  return numbers.buffer;
}
