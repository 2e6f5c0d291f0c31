// Copyright 2026 the Rivulet authors. MIT license.

import type { CallSignal } from "../../core/call_signal.ts";

/** The endpoint of the server that embeds: `/api/embed` or the older `/api/embeddings`. */
export type Endpoint = "embed" | "embeddings";

/** A probe under way, and how many calls wait for it. */
interface Probe {
  readonly controller: AbortController;
  readonly result: Promise<Endpoint>;
  waiting: number;
}

/**
 * Finds out once which endpoint the server has. Calls that ask meanwhile share the probe; it is
 * aborted when the last of them leaves, and forgotten when it fails.
 */
export class EndpointDetection {
  readonly #ask: (signal: AbortSignal) => Promise<Endpoint>;
  #known: Endpoint | undefined;
  #probe: Probe | undefined;

  constructor(ask: (signal: AbortSignal) => Promise<Endpoint>) {
    this.#ask = ask;
  }

  async detect(stop: CallSignal): Promise<Endpoint> {
    if (this.#known !== undefined) return this.#known;
    const probe = this.#probe ??= this.#start();
    probe.waiting++;
    try {
      return await stop.until(probe.result);
    } finally {
      probe.waiting--;
      if (probe.waiting === 0) {
        this.#probe = undefined;
        probe.controller.abort(); // without effect on a probe that has ended
      }
    }
  }

  /** Undoes the detection, unless another kind has been found since. */
  forget(endpoint: Endpoint): void {
    if (this.#known === endpoint) this.#known = undefined;
  }

  #start(): Probe {
    const controller = new AbortController();
    const result = this.#ask(controller.signal).then((endpoint) => this.#known = endpoint);
    return { controller, result, waiting: 0 };
  }
}
