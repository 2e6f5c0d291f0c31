// Copyright 2026 the Rivulet authors. MIT license.

import { assertStrictEquals } from "@std/assert";

/** Where an engine runs. */
export const places = ["the main thread", "a worker"] as const;

export type Place = typeof places[number];

/** What a callback was told: a token, or how far a load is. */
export type Heard = string | [progress: number, text: string];

/** A call under way. */
export interface Call<Result = unknown> {
  /** Everything that its callbacks were told, in order. */
  readonly heard: readonly Heard[];
  /** Settles as the call does. */
  readonly outcome: Promise<Result>;
}

/** What was told of loads, in numbers that can be compared. */
export function progressOf({ heard }: Call): [progress: number, text: string][] {
  return heard.filter((entry) => typeof entry !== "string")
    .map(([progress, text]) => [Math.round(progress * 1000) / 1000, text]);
}

/** The error that a call rejects with. */
export function errorOf(outcome: Promise<unknown>): Promise<Error> {
  return outcome.then(() => {
    throw new Error("The call resolved");
  }, (error: Error) => error);
}

export async function assertAborted(outcome: Promise<unknown>): Promise<void> {
  assertStrictEquals((await errorOf(outcome)).name, "AbortError");
}

/** Lets everything that waits for nothing but promises run. */
export async function idle(): Promise<void> {
  for (let round = 0; round < 3; round++) await new Promise((resolve) => setTimeout(resolve));
}
