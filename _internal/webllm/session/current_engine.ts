// Copyright 2026 the Rivulet authors. MIT license.

import { type Engine, EngineEnded, type StartEngine } from "../package/engine.ts";
import type { LoadReport } from "../package/engine_module.ts";

/** The engine that runs now, if one does; a fresh one is started whenever one is needed. */
export class CurrentEngine {
  readonly #start: StartEngine;
  readonly #onReport: (report: LoadReport) => void;
  #engine: Engine | undefined;

  /** `onReport` hears what the engine of now says, and nothing of those before. */
  constructor(start: StartEngine, onReport: (report: LoadReport) => void) {
    this.#start = start;
    this.#onReport = onReport;
  }

  /** Undefined where none was needed yet, or the last one was given up. */
  get engine(): Engine | undefined {
    return this.#engine;
  }

  /** The engine; starts one where there is none, or the last one broke. */
  get running(): Engine {
    if (this.#engine === undefined || this.#engine.isOver) {
      const engine: Engine = this.#start((report) => {
        if (this.#engine === engine) this.#onReport(report);
      });
      this.#engine = engine;
    }
    return this.#engine;
  }

  /** Asks what needs no model. The engine may be ended meanwhile, then another one is asked. */
  async ask<T>(question: (engine: Engine) => Promise<T>): Promise<T> {
    while (true) {
      try {
        return await question(this.running);
      } catch (error) {
        if (!(error instanceof EngineEnded)) throw error;
      }
    }
  }

  /** Gives the engine up. Settles when it holds no memory. */
  async end(): Promise<void> {
    const engine = this.#engine;
    this.#engine = undefined;
    await engine?.end();
  }
}
