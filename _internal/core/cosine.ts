// Copyright 2026 the Rivulet authors. MIT license.

// Each loop keeps two sums of each kind, so that one addition does not wait for the one before. The
// loops for Float32Array stand alone: engines compile a loop for the kinds of arrays that it has
// seen, and a search in plain arrays would slow down every later one.

/** The square of a vector's length as an arrow. */
export function squaresOf(vector: ArrayLike<number>): number {
  return vector instanceof Float32Array ? squares32(vector) : squaresOfAny(vector);
}

/** The cosine of the angle between two vectors of as many numbers; the squares of one are known. */
export function cosine(a: ArrayLike<number>, squaresOfA: number, b: ArrayLike<number>): number {
  return a instanceof Float32Array && b instanceof Float32Array
    ? cosine32(a, squaresOfA, b)
    : cosineOfAny(a, squaresOfA, b);
}

function squares32(vector: Float32Array): number {
  let squares = 0;
  for (let index = 0; index < vector.length; index++) squares += vector[index]! * vector[index]!;
  return squares;
}

function cosine32(a: Float32Array, squaresOfA: number, b: Float32Array): number {
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
  // No product of squares of 32-bit numbers leaves the range of 64 bits.
  return quotient(products + moreProducts, squaresOfA * (squares + moreSquares));
}

function squaresOfAny(vector: ArrayLike<number>): number {
  let squares = 0;
  for (let index = 0; index < vector.length; index++) squares += vector[index]! * vector[index]!;
  return squares;
}

function cosineOfAny(a: ArrayLike<number>, squaresOfA: number, b: ArrayLike<number>): number {
  let products = 0;
  let squares = 0;
  for (let index = 0; index < b.length; index++) {
    const value = b[index]!;
    products += a[index]! * value;
    squares += value * value;
  }
  const isExact = [squaresOfA, squares, squaresOfA * squares].every(inRange);
  return isExact ? quotient(products, squaresOfA * squares) : cosineOfExtremes(a, b);
}

/** Below, a product loses digits. */
const SMALLEST = 1e-290;

function inRange(value: number): boolean {
  return value > SMALLEST && value < Infinity;
}

/** For numbers whose squares are too large or too small for 64 bits. */
function cosineOfExtremes(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const [unitA, unitB] = [a, b].map(scaled);
  if (unitA === undefined || unitB === undefined) return 0;
  let products = 0;
  for (let index = 0; index < unitB.length; index++) products += unitA[index]! * unitB[index]!;
  return quotient(products, squaresOfAny(unitA) * squaresOfAny(unitB));
}

/** The vector with 1 as its largest number; undefined for zeros. */
function scaled(vector: ArrayLike<number>): Float64Array | undefined {
  let largest = 0;
  for (let index = 0; index < vector.length; index++) {
    largest = Math.max(largest, Math.abs(vector[index]!));
  }
  return largest === 0 ? undefined : Float64Array.from(vector, (value) => value / largest);
}

function quotient(products: number, squares: number): number {
  // Rounding may carry the quotient of parallel vectors beyond 1.
  return squares === 0 ? 0 : Math.max(-1, Math.min(1, products / Math.sqrt(squares)));
}
