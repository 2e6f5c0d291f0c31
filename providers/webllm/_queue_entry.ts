// Copyright 2026 the Rivulet authors. MIT license.

import { ProgressFeed } from "./_progress_feed.ts";

/** One place in the queue for the engine. */
export class QueueEntry {
  /** The model that is wanted; `""` where none is. */
  readonly model: string;
  /** What a load of this model says, from now on. */
  readonly feed: ProgressFeed = new ProgressFeed();
  /** Settles when the engine is this one's alone, or has failed for it. */
  readonly granted: Promise<void>;
  grant!: () => void;
  fail!: (error: unknown) => void;

  constructor(model: string) {
    this.model = model;
    this.granted = new Promise((resolve, reject) => {
      this.grant = resolve;
      this.fail = reject;
    });
  }
}
