// Copyright 2026 the Rivulet authors. MIT license.

import { median } from "./statistics.ts";

/** The figures of one contender or another, one a round. */
export type Figures = ReadonlyMap<string, readonly number[]>;

/** Stands for the peer with the lowest median. */
export const BEST_PEER = "best peer";

/** What to compare the first contender with, and how large the ratio may be. */
export interface Target {
  /** Another contender than the first. */
  readonly subject?: string;
  readonly against: string;
  readonly atMost?: number;
}

/** The noise: the floor beside the same code in another process. */
export const FLOOR_ITSELF: Target = { subject: "floor", against: "floor again" };

/** One metric, measured. */
export interface Result {
  readonly metric: string;
  readonly unit: string;
  readonly figures: Figures;
  readonly targets: readonly Target[];
}

/** One line of the table. */
export interface Comparison {
  readonly subject: string;
  readonly ours: number;
  readonly against: string;
  readonly theirs: number;
  readonly ratios: readonly number[];
  readonly atMost: number | undefined;
}

/** The comparisons of a metric for which there are figures. */
export function compare({ figures, targets }: Result): Comparison[] {
  const [first = ""] = figures.keys();
  return targets.flatMap(({ subject = first, against, atMost }) => {
    const ours = figures.get(subject) ?? [];
    const name = against === BEST_PEER ? bestPeer(figures) : against;
    const theirs = figures.get(name);
    if (theirs === undefined || ours.length === 0) return [];
    const ratios = ours.slice(0, theirs.length).map((value, round) => value / theirs[round]!);
    const label = against === BEST_PEER ? `${BEST_PEER}: ${name}` : name;
    return [{
      subject,
      ours: median(ours),
      against: label,
      theirs: median(theirs),
      ratios,
      atMost,
    }];
  });
}

/** Applies to the unrounded median. */
export function isMet({ ratios, atMost }: Comparison): boolean {
  return atMost === undefined || median(ratios) <= atMost;
}

function bestPeer(figures: Figures): string {
  const [, ...others] = figures.keys();
  const peers = others.filter((name) => !/^(floor|Rivulet)/.test(name));
  peers.sort((a, b) => median(figures.get(a)!) - median(figures.get(b)!));
  return peers[0] ?? "none";
}
