// Copyright 2026 the Rivulet authors. MIT license.

import { BestMatches } from "../_internal/core/best_matches.ts";
import { cosine, squaresOf } from "../_internal/core/cosine.ts";
import type { SimilarityMatch } from "../_internal/core/embedding_types.ts";

/**
 * Finds the `k` vectors that are most similar to a query, by cosine similarity.
 *
 * Every vector is compared, with no index to build or to keep: 10,000 vectors of 768 dimensions
 * take a fraction of 100 ms. Nothing is made for each vector.
 *
 * @param query The vector to compare with.
 * @param vectors The vectors to search, each with as many numbers as the query.
 * @param k How many to find, 0 or more; all of them are returned if there are fewer.
 * @returns The matches, highest score first, equal scores by their index. A vector with a number
 * that is not finite comes last, with the score NaN.
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
  const querySquares = squaresOf(query);
  const best = new BestMatches(Math.min(k, vectors.length));
  for (let index = 0; index < vectors.length; index++) {
    const vector = vectors[index]!;
    if (vector.length !== query.length) {
      throw new RangeError(
        `Compare vectors of one length, got ${query.length} numbers in the query and ` +
          `${vector.length} in the vector at index ${index}`,
      );
    }
    best.offer(index, cosine(query, querySquares, vector));
  }
  return best.inOrder();
}
