// Copyright 2026 the Rivulet authors. MIT license.

import type { Explanation } from "../../engines/explain.ts";
import type { ConsentFacts } from "./consent.ts";
import type { LoadLine } from "./load_line.ts";

/** So many are enough to start with, where a computer is slow. */
export const NEWEST = 500;

/** Where a reading of meanings is. */
export type MeaningsReading =
  | { readonly kind: "idle" }
  | { readonly kind: "consent"; readonly facts: ConsentFacts }
  | { readonly kind: "loading"; readonly line: LoadLine }
  | {
    readonly kind: "reading";
    readonly model: string;
    readonly done: number;
    readonly total: number;
    /** Undefined until the speed is known. */
    readonly leftMs: number | undefined;
  }
  /** The person is asked before a long reading. */
  | { readonly kind: "slow"; readonly leftMs: number; readonly total: number }
  | {
    readonly kind: "paused";
    readonly model: string;
    readonly done: number;
    readonly total: number;
    readonly wasLoading: boolean;
  }
  | { readonly kind: "failed"; readonly reason: Explanation };

/** What can be done about a reading of meanings. */
export type MeaningsAction = "pause" | "go on" | "newest" | "all" | "keyword only" | "dismiss";
