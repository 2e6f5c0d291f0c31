// Copyright 2026 the Rivulet authors. MIT license.

import type { Diagnosis } from "../../engines/doctor.ts";
import type { LoadLine } from "./load_line.ts";
import type { ConsentFacts } from "./consent.ts";

/**
 * Where a question is on its way to an answer. A question is in one phase at a time, and all that
 * the page says of it comes from there. `since` is a reading of `performance.now()`.
 */
export type Phase =
  /** The matches of this very question are settled. */
  | { readonly kind: "searching"; readonly since: number }
  /** The server is asked which models it has. */
  | { readonly kind: "listing"; readonly since: number }
  /** The person decides about a download. */
  | { readonly kind: "consent"; readonly facts: ConsentFacts }
  /** The person decides whether anything goes to another host. */
  | { readonly kind: "sending?"; readonly host: string; readonly keepsKey: boolean }
  /** A model comes to this browser, or into its graphics memory. */
  | { readonly kind: "loading"; readonly line: LoadLine }
  | { readonly kind: "waiting"; readonly since: number }
  | { readonly kind: "thinking"; readonly since: number }
  | { readonly kind: "answering"; readonly since: number }
  /** `note` says why the answer may be cut. */
  | { readonly kind: "done"; readonly note?: string | undefined }
  | { readonly kind: "stopped" }
  /** The person has ended the loading of the model. */
  | { readonly kind: "cancelled" }
  /** The answer ended in its middle. */
  | { readonly kind: "broken"; readonly reason: Diagnosis }
  /** There is no answer. */
  | { readonly kind: "failed"; readonly reason: Diagnosis }
  | { readonly kind: "no match" }
  | { readonly kind: "no graphics" }
  | { readonly kind: "no key"; readonly host: string };

export type PhaseKind = Phase["kind"];

const RUNNING: ReadonlySet<PhaseKind> = new Set<PhaseKind>([
  "searching",
  "listing",
  "loading",
  "waiting",
  "thinking",
  "answering",
]);

/** Whether something goes on that can be stopped. */
export function isRunning(phase: Phase | undefined): boolean {
  return phase !== undefined && RUNNING.has(phase.kind);
}

/** Whether the question has come to an end, with a text or without one. */
export function isOver({ kind }: Phase): boolean {
  return !RUNNING.has(kind) && kind !== "consent" && kind !== "sending?";
}

/** Whether the phase has no text and will have none: an earlier answer is worth more. */
export function isWithoutAnswer({ kind }: Phase): boolean {
  return ["failed", "cancelled", "no match", "no graphics", "no key", "consent", "sending?"]
    .includes(kind);
}
