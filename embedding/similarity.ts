// Copyright 2026 the Rivulet authors. MIT license.

/** A vector that {@linkcode topK} found, by its place in the list that was searched. */
export interface SimilarityMatch {
  /** The place of the vector in the list, from 0. */
  index: number;
  /** The cosine similarity to the query, from −1 to 1. */
  score: number;
}

/**
 * Tells how alike two vectors are by the angle between them: 1 for the same direction, 0 for a
 * right angle, −1 for opposite directions. Their lengths do not count, so that vectors from
 * `/api/embed` (unit length) and from `/api/embeddings` (any length) are both fine, though not
 * mixed.
 *
 * The sums are kept in 64-bit floating point. A vector of zeros has no direction: its similarity to
 * everything is 0, and so is that of two vectors without numbers.
 *
 * @param a One vector; its numbers are finite.
 * @param b The other vector, with as many numbers.
 * @returns The cosine similarity, from −1 to 1.
 * @throws {RangeError} If the vectors differ in their number of dimensions.
 *
 * @example Compare two directions
 * ```ts
 * import { cosineSimilarity } from "@rivulet/llm/embedding";
 *
 * console.log(cosineSimilarity([1, 0], [2, 0])); // 1
 * console.log(cosineSimilarity([1, 0], [0, 3])); // 0
 * ```
 */
export function cosineSimilarity(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) {
    throw new RangeError(`Compare vectors of one length, got ${a.length} and ${b.length} numbers`);
  }
  return cosine(a, lengthOf(a), b);
}

/**
 * Finds the `k` vectors that are most similar to a query, by cosine similarity.
 *
 * Every vector is compared, with no index to build or to keep: 10,000 vectors of 768 dimensions
 * take a fraction of 100 ms.
 *
 * @param query The vector to compare with.
 * @param vectors The vectors to search, each with as many numbers as the query.
 * @param k How many to find, 0 or more; all of them are returned where there are fewer.
 * @returns The matches, highest score first, equal scores by their index.
 * @throws {RangeError} If `k` is not a non-negative integer, or a vector differs from the query in
 * its number of dimensions.
 *
 * @example Find the two nearest vectors
 * ```ts
 * import { topK } from "@rivulet/llm/embedding";
 *
 * const matches = topK([1, 0], [[0, 1], [1, 0], [1, 1]], 2);
 * console.log(matches.map((match) => match.index)); // [1, 2]
 * ```
 */
export function topK(
  query: ArrayLike<number>,
  vectors: readonly ArrayLike<number>[],
  k: number,
): SimilarityMatch[] {
  if (!Number.isInteger(k) || k < 0) {
    throw new RangeError(`Set k to a non-negative integer, got ${k}`);
  }
  const queryLength = lengthOf(query);
  const matches = vectors.map((vector, index) => {
    if (vector.length !== query.length) {
      throw new RangeError(
        `Compare vectors of one length, got ${query.length} numbers in the query and ` +
          `${vector.length} in the vector at index ${index}`,
      );
    }
    return { index, score: cosine(query, queryLength, vector) };
  });
  // Sorting is stable: equal scores stay in the order of their index.
  return matches.sort((a, b) => b.score - a.score).slice(0, k);
}

/** The length of a vector as an arrow, not its number of dimensions. */
function lengthOf(vector: ArrayLike<number>): number {
  let squares = 0;
  for (let index = 0; index < vector.length; index++) squares += vector[index]! ** 2;
  return Math.sqrt(squares);
}

function cosine(a: ArrayLike<number>, lengthOfA: number, b: ArrayLike<number>): number {
  let products = 0;
  let squares = 0;
  for (let index = 0; index < b.length; index++) {
    const value = b[index]!;
    products += a[index]! * value;
    squares += value * value;
  }
  const lengths = lengthOfA * Math.sqrt(squares);
  // Rounding may carry the quotient of parallel vectors beyond 1.
  return lengths === 0 ? 0 : Math.max(-1, Math.min(1, products / lengths));
}
