// Copyright 2026 the Rivulet authors. MIT license.

// What a page and the worker of an engine say to each other. The package has a language of its own
// for this, which takes the whole package on both sides.

import { readFailure } from "../failures/failure.ts";
import type { EngineCalls } from "../package/engine.ts";
import type { LoadReport } from "../package/engine_module.ts";

/** What a page can call in the worker: whatever an engine can be asked. */
export type CallName = keyof EngineCalls;

const CALLS: Readonly<Record<CallName, true>> = {
  describe: true,
  isCached: true,
  deleteFiles: true,
  load: true,
  answer: true,
  nextChunk: true,
  leaveAnswer: true,
  interrupt: true,
  embed: true,
  tokenLengths: true,
};

export const CALL_NAMES: readonly CallName[] = Object.keys(CALLS) as CallName[];

/** What comes to a worker: a call, or a ping, which it answers whatever the engine does. */
export type ToWorker =
  | { readonly id: number; readonly name: CallName; readonly values: readonly unknown[] }
  | { readonly ping: true };

/** What was thrown in a worker: an error would lose its name on the way, and an object its kind. */
export type SentFailure = { readonly name: string; readonly message: string } | {
  readonly thrown: string;
};

/** What comes from a worker. */
export type FromWorker =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: SentFailure }
  | { readonly report: LoadReport }
  | { readonly pong: true };

const KIND = "rivulet";

/** In the form of the package's own messages, so that a worker of that kind fails aloud. */
export function wrapMessage(message: ToWorker): { kind: string; content: ToWorker } {
  return { kind: KIND, content: message };
}

/** What a message says; undefined where an app sent something of its own. */
export function unwrapMessage(data: unknown): ToWorker | undefined {
  const { kind, content } = (data ?? {}) as Partial<ReturnType<typeof wrapMessage>>;
  return kind === KIND ? content : undefined;
}

/** What to send of something that was thrown. */
export function writeFailure(thrown: unknown): SentFailure {
  if (typeof thrown !== "object" || thrown === null) return { thrown: String(thrown) };
  const { name, text } = readFailure(thrown);
  return { name, message: text };
}

/** What was thrown, as far as it came through. */
export function thrownOf(failure: SentFailure): unknown {
  if ("thrown" in failure) return failure.thrown;
  const error = new Error(failure.message);
  error.name = failure.name;
  return error;
}
