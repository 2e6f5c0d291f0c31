// Copyright 2026 the Rivulet authors. MIT license.

/** What a search tells of a result. */
export interface ScoredResult {
  /** The words of the question that matched. */
  readonly queryTerms: readonly string[];
  /** The words of the repository that they matched. */
  readonly terms: readonly string[];
}

/** This much of what a question says is worth the name, */
const ENOUGH = 1 / 3;
/** and of what matches several words, or is a name, half of what the best one has. */
const OF_BEST = 1 / 2;
/** What a match counts where it is not the very word: the start of a longer one, or a typing error. */
const START = 0.7;
const TYPO = 0.5;

/**
 * The results that share something worth the name with a question of these words, in a list of
 * `count` repositories. `isNamed` tells whether a word of the question is the name of a result.
 *
 * Each word of the question weighs the more, the fewer repositories have it; a word that none has
 * weighs most, since the question is about it too. A result stays that matches a third of the whole
 * weight. So does one that matches half of the weight that the best result matches, if it is by more
 * than one word or by a name: in a long list some repository has a word of any question.
 */
export function aboveFloor<Result extends ScoredResult>(
  results: readonly Result[],
  terms: readonly string[],
  { count, isNamed }: { count: number; isNamed: (result: Result) => boolean },
): Result[] {
  const weights = weightsOf(results, terms, count);
  let whole = 0;
  for (const weight of weights.values()) whole += weight;
  // By their places: tens of thousands of results are no rarity in a long list.
  const shares = Float64Array.from(results, (result) => shareOf(result, weights) / whole);
  const best = shares.reduce((most, share) => Math.max(most, share), 0);
  return results.filter((result, place) => {
    const share = shares[place]!;
    if (share >= ENOUGH) return true;
    return share > 0 && share >= best * OF_BEST && (hasMoreWords(result) || isNamed(result));
  });
}

/** Whether more than one word of the question matched. */
function hasMoreWords({ queryTerms, terms }: ScoredResult): boolean {
  let count = 0;
  for (const term of queryTerms) if (qualityOf(term, terms) > 0 && ++count > 1) return true;
  return false;
}

function weightsOf(
  results: readonly ScoredResult[],
  terms: readonly string[],
  count: number,
): ReadonlyMap<string, number> {
  const frequencies = new Map<string, number>();
  for (const { queryTerms } of results) {
    for (const term of queryTerms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  }
  return new Map(
    terms.map((term) => [term, Math.log(1 + count / (1 + (frequencies.get(term) ?? 0)))]),
  );
}

function shareOf(
  { queryTerms, terms }: ScoredResult,
  weights: ReadonlyMap<string, number>,
): number {
  let share = 0;
  for (const term of queryTerms) share += qualityOf(term, terms) * (weights.get(term) ?? 0);
  return share;
}

function qualityOf(queryTerm: string, terms: readonly string[]): number {
  if (terms.includes(queryTerm)) return 1;
  if (terms.some((term) => term.startsWith(queryTerm))) return START;
  // Who mistypes a word gets its first letter right: bread is no typing error of read.
  return terms.some((term) => term.startsWith(queryTerm[0]!)) ? TYPO : 0;
}
