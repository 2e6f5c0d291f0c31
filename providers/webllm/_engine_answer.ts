// Copyright 2026 the Rivulet authors. MIT license.

import { untilAborted } from "../../_shared/stop.ts";
import type { Engine, EngineRequest } from "./_engine.ts";

/** One answer of an engine, from the request to the moment when the engine is free again. */
export class EngineAnswer {
  readonly #engine: Engine;
  readonly #broken: AbortSignal | undefined;
  readonly #chunks: Promise<AsyncIterator<unknown>>;
  #pending: Promise<IteratorResult<unknown>> | undefined;
  #complete = false;

  /** `broken` is aborted when the engine cannot go on, see {@linkcode EngineWorker}. */
  constructor(engine: Engine, request: EngineRequest, broken: AbortSignal | undefined) {
    this.#engine = engine;
    this.#broken = broken;
    this.#chunks = this.#guard(openChunks(engine, request));
    // Nobody waits for an answer that is given up before it begins.
    this.#chunks.catch(() => {});
  }

  /** The next chunk; undefined after the last. */
  async next(): Promise<unknown> {
    const chunks = await this.#chunks;
    this.#pending = this.#guard(chunks.next());
    const { done, value } = await this.#pending;
    if (done) this.#complete = true;
    return done ? undefined : value;
  }

  /**
   * Gives up what has not been read. Settles when the engine is free, true if it may be used again.
   */
  async end(): Promise<boolean> {
    try {
      const chunks = await this.#chunks;
      if (this.#pending === undefined) await chunks.return?.();
      else await this.#drain(this.#pending);
      return true;
    } catch {
      // The caller has the error already, or has left.
      return false;
    }
  }

  /**
   * The interrupt is one flag that the engine lowers when an answer begins and looks at between two
   * tokens, so it is raised for the step under way and for each one after it until the end has
   * come.
   */
  async #drain(step: Promise<unknown>): Promise<void> {
    if (this.#complete) return;
    this.#engine.interruptGenerate();
    await step;
    while (!this.#complete) {
      this.#engine.interruptGenerate();
      await this.next();
    }
  }

  #guard<T>(step: Promise<T>): Promise<T> {
    return this.#broken === undefined ? step : untilAborted(step, this.#broken);
  }
}

/**
 * In a function of its own, so that an error which the engine throws at once is a rejection as
 * well.
 */
async function openChunks(engine: Engine, request: EngineRequest): Promise<AsyncIterator<unknown>> {
  return (await engine.chat.completions.create(request))[Symbol.asyncIterator]();
}
