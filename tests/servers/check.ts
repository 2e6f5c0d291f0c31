// Copyright 2026 the Rivulet authors. MIT license.

import type { Target } from "./target.ts";

/** What a check says beside its outcome. */
export interface Findings {
  /** A figure or a text of the server that a person wants to see. */
  detail(text: string): void;
  /** What this server does in its own way; no failure. */
  habit(text: string): void;
}

/** One thing that holds for every server. */
export interface Check {
  readonly name: string;
  /** Why the check makes no sense for a target, if so. */
  readonly skipped?: (target: Target) => string | undefined;
  /** Throws if it does not hold. */
  readonly run: (target: Target, findings: Findings) => Promise<void>;
}

/** How a check came out. */
export interface Outcome {
  readonly name: string;
  readonly result: "passed" | "failed" | "skipped";
  readonly details: readonly string[];
  readonly habits: readonly string[];
}

/** No check may take longer; on a processor a long prompt is read for minutes. */
const LIMIT_MS = 10 * 60 * 1000;

/** Runs one check; rejects never. */
export async function runCheck(check: Check, target: Target): Promise<Outcome> {
  const { name } = check;
  const details: string[] = [];
  const habits: string[] = [];
  const reason = check.skipped?.(target);
  if (reason !== undefined) return { name, result: "skipped", details: [reason], habits };
  const findings = {
    detail: (text: string) => void details.push(text),
    habit: (text: string) => void habits.push(text),
  };
  try {
    await withLimit(check.run(target, findings));
    return { name, result: "passed", details, habits };
  } catch (error) {
    return { name, result: "failed", details: [...details, wordsOf(error)], habits };
  }
}

async function withLimit(work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("took more than 10 minutes")), LIMIT_MS);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
