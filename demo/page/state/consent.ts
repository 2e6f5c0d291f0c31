// Copyright 2026 the Rivulet authors. MIT license.

/** How much of a model's weights is here: a download that was cancelled leaves a part. */
export type KeptShare = "none" | "part" | "whole";

/** A model to offer for this browser. */
export interface ModelPick {
  readonly id: string;
  readonly name: string;
  /** What it is good for, in a few words. */
  readonly words: string;
  /**
   * Computed from the number of its parameters and the bits of each, to two digits: say "about".
   */
  readonly downloadBytes: number;
  /** As the engine's list of models states it. */
  readonly memoryBytes: number;
}

/** What a person should know before a download. */
export interface ConsentFacts {
  /** What the model is for, as in "to write answers". */
  readonly purpose: string;
  readonly picks: readonly ModelPick[];
  /** How much of each model is here already. */
  readonly kept: ReadonlyMap<string, KeptShare>;
  readonly chosen: string;
  readonly hosts: readonly string[];
  /** How much this site may still keep; undefined where the browser does not tell. */
  readonly freeBytes: number | undefined;
}
