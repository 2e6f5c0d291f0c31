// Copyright 2026 the Rivulet authors. MIT license.

import type { Protocol } from "./contender.ts";
import type { Cut } from "./cuts.ts";

/** What a contender is asked to do. */
export type Task =
  /** Streams at once from the server. */
  | { kind: "http"; protocol: Protocol; base: string; streams: number; tokens: number }
  /** One stream after another from bytes in memory. */
  | { kind: "memory"; protocol: Protocol; cut: Cut; streams: number; tokens: number }
  /** Answers one after another of one token of this length, in JSON lines and in 64-byte chunks. */
  | { kind: "long-line"; kibibytes: number; streams: number }
  /** Questions one after another. */
  | { kind: "first-token"; protocol: Protocol; base: string; questions: number }
  /** The same over TLS; `control` is where the server tells its connections. */
  | {
    kind: "connections";
    protocol: Protocol;
    base: string;
    control: string;
    questions: number;
  }
  | { kind: "embed"; base: string; texts: number; dimensions: number };

/** A task, and whether to compare each token with what was sent or only their length. */
export interface Order {
  readonly task: Task;
  readonly everyToken: boolean;
}

/** What a task took. */
export interface Usage {
  /** Of all threads of the process. */
  readonly cpuMicros: number;
  readonly wallMicros: number;
  /** Resident memory at most. */
  readonly peakBytes: number;
  /** How much of it came on top of what was there before the task. */
  readonly growthBytes: number;
  /** Until the first token, the median of all questions. */
  readonly firstTokenMicros: number;
  /** How many the server counted, where it does. */
  readonly connections: number;
}

/** What a contender's process answers. */
export type Report = { readonly usage: Usage } | { readonly error: string };
