// Copyright 2026 the Rivulet authors. MIT license.

// Each loop keeps two sums of each kind, so that one addition does not wait for the one before. The
// loops for Float32Array stand alone: engines compile a loop for the kinds of arrays that it has
// seen, and a search in plain arrays would slow down every later one.

/** The length of a vector as an arrow, not its number of dimensions. */
export function lengthOf(vector: ArrayLike<number>): number {
  return vector instanceof Float32Array ? length32(vector) : lengthOfAny(vector);
}

/** The cosine of the angle between two vectors of as many numbers; the length of one is known. */
export function cosine(a: ArrayLike<number>, lengthOfA: number, b: ArrayLike<number>): number {
  return a instanceof Float32Array && b instanceof Float32Array
    ? cosine32(a, lengthOfA, b)
    : cosineOfAny(a, lengthOfA, b);
}

function length32(vector: Float32Array): number {
  let squares = 0;
  for (let index = 0; index < vector.length; index++) squares += vector[index]! * vector[index]!;
  return Math.sqrt(squares);
}

function cosine32(a: Float32Array, lengthOfA: number, b: Float32Array): number {
  let products = 0;
  let moreProducts = 0;
  let squares = 0;
  let moreSquares = 0;
  const even = b.length & ~1;
  for (let index = 0; index < even; index += 2) {
    const value = b[index]!;
    const next = b[index + 1]!;
    products += a[index]! * value;
    squares += value * value;
    moreProducts += a[index + 1]! * next;
    moreSquares += next * next;
  }
  if (even < b.length) {
    products += a[even]! * b[even]!;
    squares += b[even]! * b[even]!;
  }
  // No sum of squares of 32-bit numbers leaves the range of 64 bits.
  return quotient(products + moreProducts, lengthOfA * Math.sqrt(squares + moreSquares));
}

function lengthOfAny(vector: ArrayLike<number>): number {
  let squares = 0;
  for (let index = 0; index < vector.length; index++) squares += vector[index]! * vector[index]!;
  return Math.sqrt(squares);
}

function cosineOfAny(a: ArrayLike<number>, lengthOfA: number, b: ArrayLike<number>): number {
  let products = 0;
  let squares = 0;
  for (let index = 0; index < b.length; index++) {
    const value = b[index]!;
    products += a[index]! * value;
    squares += value * value;
  }
  const lengths = lengthOfA * Math.sqrt(squares);
  if (lengths > MIN_LENGTHS && lengths < Infinity) return quotient(products, lengths);
  return cosineOfExtremes(a, b);
}

/** Below, the squares of the numbers lose digits. */
const MIN_LENGTHS = 1e-290;

/** For numbers whose squares are too large or too small for 64 bits. */
function cosineOfExtremes(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const [unitA, unitB] = [a, b].map(scaled);
  if (unitA === undefined || unitB === undefined) return 0;
  let products = 0;
  for (let index = 0; index < unitB.length; index++) products += unitA[index]! * unitB[index]!;
  return quotient(products, lengthOfAny(unitA) * lengthOfAny(unitB));
}

/** The vector with 1 as its largest number; undefined for zeros. */
function scaled(vector: ArrayLike<number>): Float64Array | undefined {
  let largest = 0;
  for (let index = 0; index < vector.length; index++) {
    largest = Math.max(largest, Math.abs(vector[index]!));
  }
  return largest === 0 ? undefined : Float64Array.from(vector, (value) => value / largest);
}

function quotient(products: number, lengths: number): number {
  // Rounding may carry the quotient of parallel vectors beyond 1.
  return lengths === 0 ? 0 : Math.max(-1, Math.min(1, products / lengths));
}
