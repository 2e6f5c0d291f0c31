// Copyright 2026 the Rivulet authors. MIT license.

import { ProgressFeed } from "./progress_feed.ts";

/** What somebody in the queue will do with the engine. */
export interface QueuePlan {
  /** The model that is wanted; undefined where none is. */
  readonly model?: string | undefined;
  /** Whether an engine with this model will not be needed from then on. */
  ends(model: string): boolean;
}

/** One place in the queue for the engine. */
export class QueueEntry implements QueuePlan {
  readonly model: string | undefined;
  readonly ends: (model: string) => boolean;
  /** What a load of this model says, from now on. */
  readonly feed: ProgressFeed = new ProgressFeed();
  /** Settles when the engine is this one's alone, or has failed for it. */
  readonly granted: Promise<void>;
  grant!: () => void;
  fail!: (error: unknown) => void;

  constructor({ model, ends }: QueuePlan) {
    this.model = model;
    this.ends = ends;
    this.granted = new Promise((resolve, reject) => {
      this.grant = resolve;
      this.fail = reject;
    });
  }
}
