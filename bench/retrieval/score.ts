// Copyright 2026 the Rivulet authors. MIT license.

import { TOP_K_LIMIT } from "@rivulet/llm";
import type { Repository } from "../../demo/stars/repository.ts";
import type { Question } from "./list.ts";
import { Draws } from "./random.ts";

/** A number between these in 95 of 100 drawings of as many questions from these. */
export type Interval = readonly [low: number, high: number];

/** How well an order answers a question. */
export interface Score {
  /** The place of the first expected repository, from 1; undefined beyond the first 8. */
  readonly place: number | undefined;
  /** nDCG@8: how many of the first 8 are expected, where the first places count more. */
  readonly gain: number;
}

const DRAWINGS = 2000;

/** Scores the order of a question's matches. */
export function scoreOf({ expected }: Question, order: readonly Repository[]): Score {
  const first = order.slice(0, TOP_K_LIMIT).map(({ fullName }) => expected.includes(fullName));
  const place = first.indexOf(true) + 1;
  const most = Math.min(TOP_K_LIMIT, expected.length);
  return {
    place: place === 0 ? undefined : place,
    gain: gainOf(first) / gainOf(Array<boolean>(most).fill(true)),
  };
}

function gainOf(places: readonly boolean[]): number {
  return places.reduce((sum, is, index) => is ? sum + 1 / Math.log2(index + 2) : sum, 0);
}

export function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** The interval of a mean, by drawing anew; the same in each run. */
export function intervalOf(numbers: readonly number[]): Interval {
  const draws = new Draws(42);
  const means = Array.from({ length: DRAWINGS }, () => mean(numbers.map(() => draws.pick(numbers))))
    .sort((one, other) => one - other);
  return [means[DRAWINGS * 0.025]!, means[DRAWINGS * 0.975 - 1]!];
}
