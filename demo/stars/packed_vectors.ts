// Copyright 2026 the Rivulet authors. MIT license.

/** The greatest number of 8 bits. */
const MOST = 127;

const ROWS = 4096;

/**
 * A vector in 8 bits a number: the greatest is 127. That is a quarter of the bytes, and of the 8
 * nearest it changes less than one in a hundred.
 */
export function packVector(vector: ArrayLike<number>): Int8Array<ArrayBuffer> {
  let greatest = 0;
  for (let place = 0; place < vector.length; place++) {
    greatest = Math.max(greatest, Math.abs(vector[place]!));
  }
  const packed = new Int8Array(vector.length);
  if (greatest === 0) return packed;
  for (let place = 0; place < vector.length; place++) {
    packed[place] = Math.round(vector[place]! / greatest * MOST);
  }
  return packed;
}

/** Packed vectors in rows, so many in one array: one array for each takes longer to compare. */
export class PackedVectors {
  /** How many numbers each has; 0 until there is one. */
  dimensions: number = 0;
  count: number = 0;
  readonly #chunks: Int8Array[] = [];
  /** One over the length of each, so that a comparison has one root less. */
  readonly #inverse: number[] = [];

  /** Writes a vector into a row, which may be the next one. */
  set(row: number, packed: Int8Array): void {
    if (this.count === 0) this.dimensions = packed.length;
    if (row === this.count && this.count++ % ROWS === 0) {
      this.#chunks.push(new Int8Array(ROWS * this.dimensions));
    }
    this.row(row).set(packed);
    let squares = 0;
    for (const number of packed) squares += number * number;
    this.#inverse[row] = squares === 0 ? 0 : 1 / Math.sqrt(squares);
  }

  /** The numbers of a row. */
  row(row: number): Int8Array {
    const start = row % ROWS * this.dimensions;
    return this.#chunks[Math.floor(row / ROWS)]!.subarray(start, start + this.dimensions);
  }

  /** The cosines of a vector and the rows from one on. */
  cosines(query: ArrayLike<number>, from: number = 0): Float32Array {
    const unit = unitOf(query);
    const cosines = new Float32Array(this.count - from);
    for (let row = from; row < this.count; row = nextChunk(row)) {
      const until = Math.min(this.count, nextChunk(row));
      const rows = { first: row % ROWS, count: until - row };
      const chunk = this.#chunks[Math.floor(row / ROWS)]!;
      cosines.set(productsOf(unit, chunk, rows), row - from);
    }
    return cosines.map((product, index) => product * this.#inverse[from + index]!);
  }
}

function nextChunk(row: number): number {
  return (Math.floor(row / ROWS) + 1) * ROWS;
}

function productsOf(
  unit: Float32Array,
  chunk: Int8Array,
  { first, count }: { first: number; count: number },
): Float32Array {
  const { length } = unit;
  const products = new Float32Array(count);
  const even = length & ~1;
  for (let row = 0; row < count; row++) {
    const start = (first + row) * length;
    // Two sums, so that one addition does not wait for the one before.
    let sum = 0;
    let more = 0;
    for (let place = 0; place < even; place += 2) {
      sum += unit[place]! * chunk[start + place]!;
      more += unit[place + 1]! * chunk[start + place + 1]!;
    }
    if (even < length) sum += unit[even]! * chunk[start + even]!;
    products[row] = sum + more;
  }
  return products;
}

function unitOf(vector: ArrayLike<number>): Float32Array {
  const unit = Float32Array.from(vector);
  let squares = 0;
  for (const number of unit) squares += number * number;
  const length = Math.sqrt(squares) || 1;
  return unit.map((number) => number / length);
}
