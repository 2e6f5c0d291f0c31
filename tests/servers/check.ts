// Copyright 2026 the Rivulet authors. MIT license.

import type { Outside } from "./outside.ts";
import type { Target } from "./target.ts";

/** What a check says beside its outcome. */
export interface Findings {
  /** A figure or a text of the server that a person wants to see. */
  detail(text: string): void;
  /** What this server does in its own way; no failure. */
  habit(text: string): void;
  /** Why nothing could be shown after all. */
  skip(reason: string): void;
}

/** One thing that holds for every server. */
export interface Check {
  readonly name: string;
  /** Why the check makes no sense for a target, if so. */
  readonly skipped?: (target: Target) => string | undefined;
  /** Whether a counter stands between the library and the server. */
  readonly isCounted?: boolean;
  /** Throws if it does not hold. */
  readonly run: (target: Target, findings: Findings, outside: Outside) => Promise<void>;
}

/** How a check came out. */
export interface Outcome {
  readonly name: string;
  readonly result: "passed" | "failed" | "skipped";
  readonly details: readonly string[];
  readonly habits: readonly string[];
}

/** Runs one check; rejects never. */
export async function runCheck(
  { name, run }: Check,
  target: Target,
  outside: Outside,
): Promise<Outcome> {
  const details: string[] = [];
  const habits: string[] = [];
  let reason: string | undefined;
  const findings: Findings = {
    detail: (text) => void details.push(text),
    habit: (text) => void habits.push(text),
    skip: (text) => void (reason = text),
  };
  try {
    await run(target, findings, outside);
  } catch (error) {
    const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { name, result: "failed", details: [...details, words], habits };
  }
  if (reason === undefined) return { name, result: "passed", details, habits };
  return { name, result: "skipped", details: [...details, reason], habits };
}
