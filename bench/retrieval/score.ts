// Copyright 2026 the Rivulet authors. MIT license.

import { TOP_K_LIMIT } from "@rivulet/llm";
import type { Repository } from "../../demo/stars/repository.ts";

/** A question, and the repositories of which a person expects one or more. */
export interface Question {
  readonly question: string;
  readonly expected: readonly string[];
}

/** How well an order answers all questions. */
export interface Score {
  /** Questions with an expected repository among the first 8. */
  readonly hits: number;
  /** Questions with an expected repository in the first place. */
  readonly firsts: number;
  /** The mean of 1 / place of the first expected repository, 0 beyond the first 8. */
  readonly meanReciprocalRank: number;
  /** Between these it lies in 95 of 100 drawings of as many questions from these. */
  readonly interval: readonly [low: number, high: number];
  /** The questions without a hit. */
  readonly missed: readonly string[];
}

/** Scores the orders of the questions, one order for each. */
export function scoreOf(
  questions: readonly Question[],
  orders: readonly (readonly Repository[])[],
): Score {
  const places = questions.map(({ expected }, index) => placeOf(expected, orders[index]!));
  const hits = places.filter((place) => place !== undefined);
  const ranks = places.map((place) => place === undefined ? 0 : 1 / place);
  return {
    hits: hits.length,
    firsts: hits.filter((place) => place === 1).length,
    meanReciprocalRank: mean(ranks),
    interval: intervalOf(ranks),
    missed: questions.filter((_, index) => places[index] === undefined)
      .map(({ question }) => question),
  };
}

/** From 1 to 8, or undefined. */
function placeOf(expected: readonly string[], order: readonly Repository[]): number | undefined {
  const index = order.slice(0, TOP_K_LIMIT).findIndex(({ fullName }) =>
    expected.includes(fullName)
  );
  return index < 0 ? undefined : index + 1;
}

export function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** By drawing anew, the same in each run. */
function intervalOf(numbers: readonly number[]): [low: number, high: number] {
  let seed = 42;
  const draw = (): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return numbers[Math.floor(seed / 2 ** 32 * numbers.length)]!;
  };
  const means = Array.from({ length: 2000 }, () => mean(numbers.map(draw)))
    .sort((one, other) => one - other);
  return [means[50]!, means[1949]!];
}
