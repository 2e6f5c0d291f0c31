// Copyright 2026 the Rivulet authors. MIT license.

import { keepsEngine } from "../failures/engine_errors.ts";
import type { Engine } from "../package/engine.ts";
import type { EngineRequest } from "../package/engine_module.ts";

/** Waits for a step of an engine, which may be taken away meanwhile; whether it makes a word. */
export type WatchStep = <T>(step: Promise<T>, isWord: boolean) => Promise<T>;

/** What one turn does with a loaded model: one answer, or vectors. */
export class Work {
  readonly model: string;
  readonly #engine: Engine;
  readonly #watch: WatchStep;

  constructor(model: string, engine: Engine, watch: WatchStep) {
    this.model = model;
    this.#engine = engine;
    this.#watch = watch;
  }

  answer(request: EngineRequest): Answer {
    return new Answer(this.#engine, request, this.#watch);
  }

  /** Embeds texts, which cannot be interrupted. */
  embed(input: string[]): Promise<unknown> {
    return this.#watch(this.#engine.embed(input), false);
  }

  tokenLengths(texts: string[]): Promise<number[] | undefined> {
    return this.#watch(this.#engine.tokenLengths(texts), false);
  }
}

/** One answer of an engine, from the request to the moment when the engine is free again. */
export class Answer {
  readonly #engine: Engine;
  readonly #watch: WatchStep;
  readonly #started: Promise<void>;
  #pending: Promise<unknown> | undefined;
  #isComplete = false;

  constructor(engine: Engine, request: EngineRequest, watch: WatchStep) {
    this.#engine = engine;
    this.#watch = watch;
    this.#started = engine.answer(request);
    // Nobody waits for an answer that is given up before it begins.
    this.#started.catch(() => {});
  }

  /** The next chunk; undefined after the last. */
  async next(): Promise<unknown> {
    await this.#watch(this.#started, false);
    return await this.#watch(this.#step(), true);
  }

  /**
   * Gives up what has not been read. Settles when the engine is free, true if it may be used again;
   * an engine that hangs never is.
   */
  async end(): Promise<boolean> {
    try {
      await this.#started;
      if (this.#pending === undefined) await this.#engine.leaveAnswer();
      else await this.#drain(this.#pending);
      return true;
    } catch (error) {
      // The caller has the error already, or has left.
      return keepsEngine(error);
    }
  }

  #step(): Promise<unknown> {
    const step = this.#engine.nextChunk().then(({ done, value }) => {
      if (done) this.#isComplete = true;
      return done ? undefined : value;
    });
    return this.#pending = step;
  }

  /**
   * A fault of the engine up to 0.2.86: the interrupt is one flag that it lowers when an answer
   * begins and looks at between two tokens, so it is raised for the step under way and for each one
   * after it until the end has come.
   */
  async #drain(step: Promise<unknown>): Promise<void> {
    if (this.#isComplete) return;
    this.#interrupt();
    await step;
    while (!this.#isComplete) {
      this.#interrupt();
      await this.#step();
    }
  }

  #interrupt(): void {
    // An engine that has ended answers nothing either.
    this.#engine.interrupt().catch(() => {});
  }
}
