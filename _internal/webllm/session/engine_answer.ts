// Copyright 2026 the Rivulet authors. MIT license.

import type { EngineRequest } from "../package/engine_module.ts";
import { keepsEngine } from "../failures/engine_errors.ts";
import type { EngineChunks, HostedEngine } from "../package/engine.ts";

/** One answer of an engine, from the request to the moment when the engine is free again. */
export class EngineAnswer {
  readonly #engine: HostedEngine;
  readonly #chunks: Promise<EngineChunks>;
  #pending: Promise<IteratorResult<unknown>> | undefined;
  #complete = false;

  constructor(engine: HostedEngine, request: EngineRequest) {
    this.#engine = engine;
    this.#chunks = engine.answer(request);
    // Nobody waits for an answer that is given up before it begins.
    this.#chunks.catch(() => {});
  }

  /** The next chunk; undefined after the last. */
  async next(): Promise<unknown> {
    const chunks = await this.#chunks;
    this.#pending = chunks.next();
    const { done, value } = await this.#pending;
    if (done) this.#complete = true;
    return done ? undefined : value;
  }

  /**
   * Gives up what has not been read. Settles when the engine is free, true if it may be used again;
   * an engine that hangs never is.
   */
  async end(): Promise<boolean> {
    try {
      const chunks = await this.#chunks;
      if (this.#pending === undefined) await chunks.return?.();
      else await this.#drain(this.#pending);
      return true;
    } catch (error) {
      // The caller has the error already, or has left.
      return keepsEngine(error);
    }
  }

  /**
   * The interrupt is one flag that the engine lowers when an answer begins and looks at between two
   * tokens, so it is raised for the step under way and for each one after it until the end has
   * come.
   */
  async #drain(step: Promise<unknown>): Promise<void> {
    if (this.#complete) return;
    this.#engine.interrupt();
    await step;
    while (!this.#complete) {
      this.#engine.interrupt();
      await this.next();
    }
  }
}
