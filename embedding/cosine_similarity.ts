// Copyright 2026 the Rivulet authors. MIT license.

import { cosine, squaresOf } from "../_internal/core/cosine.ts";

/**
 * Tells how alike two vectors are by the angle between them: 1 for the same direction, 0 for a
 * right angle, −1 for opposite directions. Their lengths do not count, so that vectors from
 * `/api/embed` (unit length) and from `/api/embeddings` (any length) are both fine, though not
 * mixed.
 *
 * The sums are kept in 64-bit floating point, and scaled if they leave its range. A vector of zeros
 * has no direction: its similarity to everything is 0, and so is that of two vectors without
 * numbers. That of a vector with a number that is not finite is NaN.
 *
 * @param a One vector.
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
  return cosine(a, squaresOf(a), b);
}
