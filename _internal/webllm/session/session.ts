// Copyright 2026 the Rivulet authors. MIT license.

import { abortError } from "../../core/abort_error.ts";
import { silenceError } from "../failures/engine_errors.ts";
import type { Engine, StartEngine } from "../package/engine.ts";
import { isLast, type LoadReport, phaseOf } from "../package/engine_module.ts";
import type { WebLLMAppConfig } from "../types.ts";
import { CurrentEngine } from "./current_engine.ts";
import { limitOf } from "./limits.ts";
import { type LoadProgress, PREPARING, progressOf, READY } from "./progress.ts";
import { type SessionState, StateMachine } from "./transitions.ts";
import { Turn, type TurnPlan, TurnQueue } from "./turn_queue.ts";
import { Watch } from "./watch.ts";
import { Work } from "./work.ts";

/** What a load needs to know. */
export interface LoadPlan {
  readonly appConfig: WebLLMAppConfig;
  /** Whether the weights are on this device already. */
  readonly cached: boolean;
  /** The error to hand on for one that the load has ended with. */
  readonly explain: (error: unknown) => Promise<unknown>;
}

/**
 * The one engine of a provider or client and the queue in front of it. Whoever is first in the
 * queue has the engine to itself. What happens to it is told by `transitions.ts`.
 */
export class Session {
  /** The engine: what needs no model can be asked of it at any time. */
  readonly current: CurrentEngine;
  readonly #turns = new TurnQueue();
  readonly #watch: Watch;
  readonly #states: StateMachine;
  /** Settles when the model that is on its way is there. */
  #loaded: Promise<void> = Promise.resolve();

  constructor(start: StartEngine) {
    this.current = new CurrentEngine(start, (report) => this.#hear(report));
    this.#watch = new Watch(() => this.#limit(), (milliseconds) => this.#giveUp(milliseconds));
    this.#states = new StateMachine(this.current, this.#watch);
  }

  get #state(): SessionState {
    return this.#states.now;
  }

  /** Whether a model is loaded. */
  has(model: string): boolean {
    const state = this.#state;
    return (state.is === "ready" || state.is === "working") && state.model === model;
  }

  /** Joins the queue. Whoever enters must leave. */
  enter(plan: TurnPlan): Turn {
    const turn = new Turn(plan);
    this.#turns.add(turn);
    const state = this.#state;
    if (this.#turns.first === turn) turn.grant();
    else if (state.is === "loading" && state.model === turn.model) turn.feed.push(state.progress);
    this.#watch.look();
    return turn;
  }

  /**
   * Leaves the queue; at once unless the engine still works for this one, then as soon as it is
   * free, which `free` tells, with whether it may be used again.
   */
  async leave(turn: Turn, free?: Promise<boolean>): Promise<void> {
    if (this.#isWorkingFor(turn)) await this.#whenFree(turn, free ?? Promise.resolve(true));
    const wasFirst = this.#turns.first === turn;
    const state = this.#state;
    if (wasFirst && state.is === "ready") this.#turns.preferNext(state.model);
    if (!this.#turns.remove(turn)) return;
    const next = this.#turns.first;
    // A load goes on only if the next one wants the same model.
    if (wasFirst && state.is === "loading" && state.model !== next?.model) {
      this.#states.apply("unwanted");
    }
    this.#watch.look();
    if (wasFirst) next?.grant();
  }

  async #whenFree(turn: Turn, free: Promise<boolean>): Promise<void> {
    this.#states.note({ isLeft: true });
    this.#watch.start();
    const isUsable = await turn.unlessTaken(free).catch(() => false);
    if (this.#isWorkingFor(turn)) this.#states.apply(isUsable ? "free" : "broken");
  }

  /** Waits for the turn and loads its model, unless it is loaded or on its way. */
  async load(turn: Turn, prepare: (model: string) => Promise<LoadPlan>): Promise<Work> {
    const model = turn.model!;
    await turn.granted;
    if (this.current.engine?.isOver) this.#states.apply("broken");
    await this.unload((loaded) => loaded !== model);
    if (this.#state.is === "none") {
      const plan = await prepare(model);
      this.#assertFirst(turn);
      const { cached } = plan;
      const progress = PREPARING;
      this.#states.apply("ask", { is: "loading", model, cached, isDownloading: false, progress });
      this.#loaded = this.#load(model, plan);
    }
    await turn.unlessTaken(this.#loaded);
    this.#assertFirst(turn);
    this.#states.apply("ask", { is: "working", model, turn, hasBegun: false, isLeft: false });
    return new Work(
      model,
      this.current.engine!,
      (step, isWord) => this.#watched(turn, step, isWord),
    );
  }

  /** Gives up the engine, if its model is one of those meant. Settles when its memory is free. */
  async unload(isMeant: (model: string) => boolean): Promise<void> {
    if ("model" in this.#state && isMeant(this.#state.model)) this.#states.apply("unwanted");
    if (this.#state.is === "ending") await this.#state.freed;
  }

  /** Ends an engine without a model, which was only asked. */
  release(): void {
    if (this.#state.is === "none") this.current.end();
  }

  async #load(model: string, { appConfig, explain }: LoadPlan): Promise<void> {
    this.#report(PREPARING);
    let engine: Engine | undefined;
    try {
      engine = this.current.running;
      await engine.load(model, appConfig);
    } catch (cause) {
      const error = await explain(cause);
      if (engine === undefined || this.current.engine === engine) this.#fail(error);
      throw error;
    }
    if (this.current.engine !== engine) throw abortError(undefined);
    this.#report(READY);
    this.#states.apply("loaded");
  }

  #hear(report: LoadReport): void {
    const state = this.#state;
    this.#watch.heard();
    if (state.is !== "loading" || isLast(report)) return;
    const isDownloading = phaseOf(report) === "downloading" && !state.cached;
    this.#states.note({ isDownloading });
    this.#report(progressOf(report, state));
  }

  #report(progress: LoadProgress): void {
    if (this.#state.is !== "loading") return;
    this.#states.note({ progress });
    const { model } = this.#state;
    for (const turn of this.#turns) if (turn.model === model) turn.feed.push(progress);
  }

  /** A step of the first turn, a sign of life as soon as it has come to its end. */
  async #watched<T>(turn: Turn, step: Promise<T>, isWord: boolean): Promise<T> {
    const outcome = await turn.unlessTaken(step);
    if (this.#isWorkingFor(turn)) {
      this.#watch.heard();
      if (isWord) this.#states.note({ hasBegun: true });
    }
    return outcome;
  }

  #limit(): number {
    return limitOf(this.#state, {
      waiting: this.#turns.waiting,
      next: (loaded) => this.#turns.next(loaded),
      endsAtOnce: this.current.engine?.endsAtOnce === true,
    });
  }

  #giveUp(milliseconds: number): void {
    const state = this.#state;
    if ("model" in state) this.#fail(silenceError(state.model, milliseconds));
  }

  /**
   * A load that failed has failed for all who wait for it: each of them would only repeat it. Work
   * that failed has failed for the one whose it is.
   */
  #fail(error: unknown): void {
    const state = this.#state;
    if (state.is === "working") state.turn.fail(error);
    if (state.is === "loading") {
      for (const turn of this.#turns) if (turn.model === state.model) turn.fail(error);
    }
    this.#states.apply("broken");
  }

  #isWorkingFor(turn: Turn): boolean {
    return this.#state.is === "working" && this.#state.turn === turn;
  }

  /** Whoever has left wants nothing any more, and the next one may be at this very point. */
  #assertFirst(turn: Turn): void {
    if (this.#turns.first !== turn) throw abortError(undefined);
  }
}
