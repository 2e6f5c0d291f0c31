// Copyright 2026 the Rivulet authors. MIT license.

import { createHash } from "node:crypto";
import type { KeptFiles } from "./kept_files.ts";

/** Twelve bytes tell texts apart, and keep the numbers after them at a multiple of four. */
export const HASH_BYTES = 12;
const NUMBER_BYTES = Float32Array.BYTES_PER_ELEMENT;

/** How much of a name shows in the name of its file, and the digits that make it the only one. */
const MAX_WORDS = 40;
const DIGEST_LENGTH = 16;

/** By what the vectors of a file were made, and how many numbers each has. */
export interface VectorKind {
  readonly model: string;
  /** `/api/embed` gives unit vectors and `/api/embeddings` does not: the two must not be mixed. */
  readonly endpoint: string;
  readonly dimensions: number;
}

/** A vector and the hash of its text, in hexadecimal digits. */
export interface HashedVector {
  readonly hash: string;
  readonly vector: Float32Array;
}

/**
 * Vectors that are kept in a file: one line that says of which kind they are, then a hash and its
 * vector after another. New ones are written behind them; what was cut off is overwritten.
 */
export class KeptVectors {
  readonly byHash: Map<string, Float32Array> = new Map();
  readonly #files: KeptFiles;
  readonly #kind: VectorKind;
  /** Where the file ends; 0 where it has to be written anew. */
  #end = 0;

  private constructor(files: KeptFiles, kind: VectorKind) {
    this.#files = files;
    this.#kind = kind;
  }

  /** Those that earlier runs have made; none where there are none, or others. */
  static async load(files: KeptFiles, kind: VectorKind): Promise<KeptVectors> {
    const kept = new KeptVectors(files, kind);
    const bytes = await files.read(vectorsFileOf(kind.model));
    if (bytes !== undefined && !kept.#read(bytes)) {
      kept.byHash.clear();
      kept.#end = 0;
      files.tellDamage(`The meanings by ${kind.model}`);
    }
    return kept;
  }

  async add(vectors: readonly HashedVector[]): Promise<void> {
    for (const { hash, vector } of vectors) this.byHash.set(hash, vector);
    const records = recordsOf(vectors, this.#kind.dimensions);
    if (this.#end === 0) {
      const bytes = join(headerOf(this.#kind), records);
      this.#end = bytes.length;
      await this.#files.write(vectorsFileOf(this.#kind.model), bytes);
    } else {
      const start = this.#end;
      this.#end += records.length;
      await this.#files.writeAt(vectorsFileOf(this.#kind.model), start, records);
    }
  }

  /** Whether the bytes are a file of this kind. */
  #read(bytes: Uint8Array<ArrayBuffer>): boolean {
    const header = headerOf(this.#kind);
    if (!header.every((byte, index) => bytes[index] === byte)) return false;
    const { dimensions } = this.#kind;
    const size = HASH_BYTES + dimensions * NUMBER_BYTES;
    this.#end = header.length;
    for (; this.#end + size <= bytes.length; this.#end += size) {
      const hash = hexOf(bytes.subarray(this.#end, this.#end + HASH_BYTES));
      const vector = new Float32Array(bytes.buffer, this.#end + HASH_BYTES, dimensions);
      if (!vector.every(Number.isFinite)) return false;
      this.byHash.set(hash, vector);
    }
    return true;
  }
}

export function hexOf(bytes: Uint8Array): string {
  return bytes.reduce((digits, byte) => digits + byte.toString(16).padStart(2, "0"), "");
}

/**
 * Each model has its own file, also where names differ in capitals only, which some systems do not
 * tell apart. The digest does that; the words before it are for people.
 */
export function vectorsFileOf(model: string): string {
  const words = model.toLowerCase().slice(0, MAX_WORDS).replace(/[^a-z0-9.-]/g, "_");
  // As JSON, in which each half of a character is another one.
  const digest = createHash("sha256").update(JSON.stringify(model)).digest("hex");
  return `meanings-${words}-${digest.slice(0, DIGEST_LENGTH)}.bin`;
}

/** Ends at a multiple of four, so that the numbers after it can be used where they lie. */
function headerOf(kind: VectorKind): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify({ format: 2, ...kind }));
  const header = new Uint8Array(Math.ceil((text.length + 1) / NUMBER_BYTES) * NUMBER_BYTES)
    .fill(0x20);
  header.set(text);
  header[header.length - 1] = 0x0a;
  return header;
}

function recordsOf(vectors: readonly HashedVector[], dimensions: number): Uint8Array {
  const size = HASH_BYTES + dimensions * NUMBER_BYTES;
  const records = new Uint8Array(vectors.length * size);
  vectors.forEach(({ hash, vector }, index) => {
    for (let place = 0; place < HASH_BYTES; place++) {
      records[index * size + place] = parseInt(hash.slice(place * 2, place * 2 + 2), 16);
    }
    new Float32Array(records.buffer, index * size + HASH_BYTES, dimensions).set(vector);
  });
  return records;
}

function join(one: Uint8Array, other: Uint8Array): Uint8Array {
  const whole = new Uint8Array(one.length + other.length);
  whole.set(one);
  whole.set(other, one.length);
  return whole;
}
