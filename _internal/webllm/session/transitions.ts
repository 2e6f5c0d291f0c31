// Copyright 2026 the Rivulet authors. MIT license.

import type { LoadProgress } from "./progress.ts";
import type { Turn } from "./turn_queue.ts";

/** What a session is busy with: one engine, with one model at most. */
export type SessionState =
  /** No model; the engine can be asked what needs none. */
  | { readonly is: "none" }
  /** A model on its way into the engine. */
  | {
    readonly is: "loading";
    readonly model: string;
    /** Whether its weights are on this device already. */
    readonly cached: boolean;
    /** Whether its weights are on their way now. */
    readonly isDownloading: boolean;
    readonly progress: LoadProgress;
  }
  /** A model, and nothing to do. */
  | { readonly is: "ready"; readonly model: string }
  /** A step of an answer, or vectors. */
  | {
    readonly is: "working";
    readonly model: string;
    /** Whose work it is. */
    readonly turn: Turn;
    /** Whether the first word has come. */
    readonly hasBegun: boolean;
    /** Whether nobody wants the rest: the engine was told to stop, and may go on. */
    readonly isLeft: boolean;
  }
  /** An engine that was given up, and still holds memory. */
  | { readonly is: "ending"; readonly freed: Promise<void> };

type StateName = SessionState["is"];

/** What happens to a session. Who waits in the queue has no say: this is about the first of it. */
export type SessionEvent =
  /** The first of the queue wants this model. */
  | "ask"
  /** The model is loaded. */
  | "loaded"
  /** The engine is free again, and as good as before. */
  | "free"
  /** The first of the queue does not want this model: it wants another one, or the memory. */
  | "unwanted"
  /** It has failed: a load, a lost device, a worker that is dead, silence beyond all patience. */
  | "broken"
  /** The engine that was given up holds no memory any more. */
  | "freed";

/**
 * In which state a session is after what has happened. What is not here changes nothing: whoever wants
 * something else while it is working waits until it is free, or broken.
 */
export const TRANSITIONS: Readonly<
  Record<StateName, Readonly<Partial<Record<SessionEvent, StateName>>>>
> = {
  none: { ask: "loading" },
  loading: { loaded: "ready", unwanted: "ending", broken: "ending" },
  ready: { ask: "working", unwanted: "ending", broken: "ending" },
  working: { free: "ready", broken: "ending" },
  ending: { freed: "none" },
};

/** The state of one session: the one place where it becomes another one. */
export class StateMachine {
  readonly #engine: { end(): Promise<void> };
  readonly #watch: { start(): void; stop(): void };
  #now: SessionState = { is: "none" };

  /** `watch` runs in the states in which an engine has something to do. */
  constructor(engine: { end(): Promise<void> }, watch: { start(): void; stop(): void }) {
    this.#engine = engine;
    this.#watch = watch;
  }

  get now(): SessionState {
    return this.#now;
  }

  /** Takes note of something new in a state that goes on. */
  note(known: object): void {
    this.#now = { ...this.#now, ...known } as SessionState;
  }

  /** Lets something happen; `entered` is the state that it may lead to. */
  apply(event: SessionEvent, entered?: SessionState): void {
    const before = this.#now;
    const is = TRANSITIONS[before.is][event];
    if (is === undefined) return;
    if (is === "none") this.#now = { is };
    else if (is === "ending") this.#now = this.#end();
    else if (is === "ready") this.#now = { is, model: (before as { model: string }).model };
    else this.#now = entered!;
    if (is === "loading" || is === "working") this.#watch.start();
    else this.#watch.stop();
  }

  #end(): SessionState {
    const freed = this.#engine.end().finally(() => {
      if (this.#now === ending) this.apply("freed");
    });
    const ending: SessionState = { is: "ending", freed };
    return ending;
  }
}
