// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertStrictEquals } from "@std/assert";

/** Where an engine runs. */
export const places = ["the main thread", "a worker"] as const;

export type Place = typeof places[number];

/** What a callback was told: a token, or how far a load is. */
export type Heard = string | [progress: number, text: string];

/** A call under way. */
export interface RunningCall<Result = unknown> {
  /** Everything that its callbacks were told, in order. */
  readonly heard: readonly Heard[];
  /** Settles as the call does. */
  readonly outcome: Promise<Result>;
  /** Aborts the call, and gives the error that it rejects with. */
  abort(reason?: unknown): Promise<Error>;
}

/** Makes a call that can be aborted; `heard` tells what its callbacks have heard. */
export function startCall<Result>(
  run: (signal: AbortSignal) => Promise<Result>,
  heard: () => readonly Heard[],
): RunningCall<Result> {
  const controller = new AbortController();
  const outcome = run(controller.signal);
  outcome.catch(() => {}); // a test may look at it later
  return {
    outcome,
    get heard() {
      return heard();
    },
    async abort(reason) {
      controller.abort(reason);
      const error = await errorOf(outcome);
      assertStrictEquals(error.name, "AbortError");
      return error;
    },
  };
}

/** What was told of loads, in numbers that can be compared. */
export function progressOf(heard: readonly Heard[]): [progress: number, text: string][] {
  return heard.filter((entry) => typeof entry !== "string")
    .map(([progress, text]) => [Math.round(progress * 1000) / 1000, text]);
}

/** The error that a call rejects with, which must be of this class where one is given. */
export async function errorOf<Kind = Error>(
  outcome: Promise<unknown>,
  ErrorClass?: abstract new (...values: never[]) => Kind,
): Promise<Kind> {
  const [result] = await Promise.allSettled([outcome]);
  if (result.status === "fulfilled") throw new Error("The call resolved");
  if (ErrorClass !== undefined) assert(result.reason instanceof ErrorClass, result.reason);
  return result.reason;
}

export async function assertAborted(outcome: Promise<unknown>): Promise<void> {
  assertStrictEquals((await errorOf(outcome)).name, "AbortError");
}

/** Lets everything that waits for nothing but promises run. */
export async function idle(): Promise<void> {
  for (let round = 0; round < 3; round++) await new Promise((resolve) => setTimeout(resolve));
}

/** The same where timers stand still. */
export async function microtasks(): Promise<void> {
  for (let step = 0; step < 300; step++) await Promise.resolve();
}
