// Copyright 2026 the Rivulet authors. MIT license.

import { createHash } from "node:crypto";
import { packVector } from "../stars/packed_vectors.ts";
import type { KeptFiles } from "./kept_files.ts";

/** Twelve bytes tell texts apart. */
export const HASH_BYTES = 12;
/** Of the earlier format, whose records stand at multiples of it. */
const NUMBER_BYTES = Float32Array.BYTES_PER_ELEMENT;

const FORMAT = 3;
const EARLIER_FORMAT = 2;

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
  /** 8 bits a number. */
  readonly vector: Int8Array;
}

/**
 * Packed vectors that are kept in a file: one line that says of which kind they are, then a hash and its
 * vector after another. New ones are written behind them; what was cut off is overwritten.
 */
export class KeptVectors {
  readonly byHash: Map<string, Int8Array> = new Map();
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
    if (bytes === undefined || kept.#read(bytes)) return kept;
    if (kept.#readEarlier(bytes)) {
      await kept.add([...kept.byHash].map(([hash, vector]) => ({ hash, vector })));
    } else {
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
    if (!startsWith(bytes, header)) return false;
    const { dimensions } = this.#kind;
    const size = HASH_BYTES + dimensions;
    this.#end = header.length;
    for (; this.#end + size <= bytes.length; this.#end += size) {
      const hash = hexOf(bytes.subarray(this.#end, this.#end + HASH_BYTES));
      this.byHash.set(hash, new Int8Array(bytes.buffer, this.#end + HASH_BYTES, dimensions));
    }
    return true;
  }

  /** Whether the bytes are a file of the format before, with 32 bits a number. */
  #readEarlier(bytes: Uint8Array<ArrayBuffer>): boolean {
    const header = headerOf(this.#kind, EARLIER_FORMAT);
    if (!startsWith(bytes, header)) return false;
    const { dimensions } = this.#kind;
    const size = HASH_BYTES + dimensions * NUMBER_BYTES;
    for (let start = header.length; start + size <= bytes.length; start += size) {
      const hash = hexOf(bytes.subarray(start, start + HASH_BYTES));
      const vector = new Float32Array(bytes.buffer, start + HASH_BYTES, dimensions);
      if (!vector.every(Number.isFinite)) return false;
      this.byHash.set(hash, packVector(vector));
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
function headerOf(kind: VectorKind, format = FORMAT): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify({ format, ...kind }));
  const header = new Uint8Array(Math.ceil((text.length + 1) / NUMBER_BYTES) * NUMBER_BYTES)
    .fill(0x20);
  header.set(text);
  header[header.length - 1] = 0x0a;
  return header;
}

function recordsOf(vectors: readonly HashedVector[], dimensions: number): Uint8Array {
  const size = HASH_BYTES + dimensions;
  const records = new Uint8Array(vectors.length * size);
  vectors.forEach(({ hash, vector }, index) => {
    for (let place = 0; place < HASH_BYTES; place++) {
      records[index * size + place] = parseInt(hash.slice(place * 2, place * 2 + 2), 16);
    }
    new Int8Array(records.buffer, index * size + HASH_BYTES, dimensions).set(vector);
  });
  return records;
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

function join(one: Uint8Array, other: Uint8Array): Uint8Array {
  const whole = new Uint8Array(one.length + other.length);
  whole.set(one);
  whole.set(other, one.length);
  return whole;
}
