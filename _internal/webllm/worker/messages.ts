// Copyright 2026 the Rivulet authors. MIT license.

// What a page and the worker of an engine say to each other. The package has a language of its own
// for this, which takes the whole package on both sides.

import type { EngineRequest, LoadReport } from "../package/engine_module.ts";
import type { Deletion, EngineDescription } from "../package/engine.ts";
import { readFailure } from "../failures/failure.ts";
import type { WebLLMAppConfig } from "../types.ts";

/** What a page can call in the worker. */
export interface WorkerMethods {
  describe(): Promise<EngineDescription>;
  isCached(id: string, appConfig: WebLLMAppConfig): Promise<boolean>;
  deleteFiles(deletion: Deletion, appConfig: WebLLMAppConfig): Promise<void>;
  load(model: string, appConfig: WebLLMAppConfig): Promise<void>;
  /** Starts an answer, which is then read with the next two. */
  answer(request: EngineRequest): Promise<void>;
  nextChunk(): Promise<{ done: boolean; value: unknown }>;
  leaveAnswer(): Promise<void>;
  interrupt(): Promise<void>;
  embed(input: string[]): Promise<unknown>;
  tokenLengths(texts: string[]): Promise<number[] | undefined>;
}

/** One call on its way to the worker. */
export interface WorkerCall {
  readonly id: number;
  readonly name: keyof WorkerMethods;
  readonly values: readonly unknown[];
}

/** What was thrown in a worker: an error would lose its name on the way, and an object its kind. */
export type SentFailure = { readonly name: string; readonly message: string } | {
  readonly thrown: string;
};

/** What comes from a worker. */
export type FromWorker =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: SentFailure }
  | { readonly report: LoadReport };

const KIND = "rivulet";

/** In the form of the package's own messages, so that a worker of that kind fails aloud. */
export function wrapCall(call: WorkerCall): { kind: string; content: WorkerCall } {
  return { kind: KIND, content: call };
}

/** The call in a message; undefined where an app sent something of its own. */
export function unwrapCall(data: unknown): WorkerCall | undefined {
  const { kind, content } = (data ?? {}) as Partial<ReturnType<typeof wrapCall>>;
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
