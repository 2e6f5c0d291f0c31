// Copyright 2026 the Rivulet authors. MIT license.

import type { KeptShare } from "../engine/kept_models.ts";
import type { ModelPick } from "../engine/model_picks.ts";

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
