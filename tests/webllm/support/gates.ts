// Copyright 2026 the Rivulet authors. MIT license.

import { within } from "../../support/until.ts";

/** Named points of a run at which a test can hold it, and wait until it is there. */
export class Gates {
  readonly #holds = new Map<string, PromiseWithResolvers<void>>();
  readonly #reached = new Map<string, PromiseWithResolvers<void>>();
  readonly log: string[] = [];

  /** Holds the run at points until they are released. */
  hold(...names: string[]): void {
    for (const name of names) this.#holds.set(name, Promise.withResolvers());
  }

  /** Starts a run, and gives it when it is held at a point. */
  async heldAt<Run extends { outcome: unknown }>(name: string, start: () => Run): Promise<Run> {
    this.hold(name);
    const run = start();
    await this.reached(name);
    return run;
  }

  /** Lets the run go on; at all points unless some are named. */
  release(...names: string[]): void {
    for (const name of names.length > 0 ? names : [...this.#holds.keys()]) {
      this.#holds.get(name)?.resolve();
      this.#holds.delete(name);
    }
  }

  /** Leaves for ever what is held at a point, and holds nothing else there. */
  abandon(name: string): void {
    this.#holds.delete(name);
  }

  /** Settles when the run comes to a point. */
  reached(name: string): Promise<void> {
    const reached = this.#reached.get(name) ?? Promise.withResolvers<void>();
    this.#reached.set(name, reached);
    return within(reached.promise, `"${name}"`, { limitMs: 10_000 });
  }

  /** Called by the run. Rejects with the signal's reason, which the engine makes a bare text. */
  async pass(name: string, signal?: AbortSignal): Promise<void> {
    this.log.push(name);
    this.#reached.get(name)?.resolve();
    this.#reached.delete(name);
    const hold = this.#holds.get(name)?.promise ?? Promise.resolve();
    await new Promise<void>((resolve, reject) => {
      if (signal?.aborted) reject(signal.reason);
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      hold.then(resolve);
    });
  }
}
