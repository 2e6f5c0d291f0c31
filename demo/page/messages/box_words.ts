// Copyright 2026 the Rivulet authors. MIT license.

// What the question box says of the phase of a question.

import { isRunning, type Phase } from "../state/phase.ts";

/** The one button of the question box. */
export function submitWords(phase: Phase | undefined): "Ask" | "Stop" {
  return isRunning(phase) ? "Stop" : "Ask";
}

/** The line under the question box. */
export function hintWords(
  phase: Phase | undefined,
  { isChanged, hasKeyboard, hasTarget }: {
    isChanged: boolean;
    hasKeyboard: boolean;
    /** Whether somebody is there to answer, as far as is known. */
    hasTarget: boolean;
  },
): string {
  if (isRunning(phase)) {
    return isChanged ? "Esc to stop · Enter asks what is in the box instead" : "Esc to stop";
  }
  const fresh = hasTarget
    ? "Each question starts fresh."
    : "Matches need no model, answers do: Ask lets you choose one.";
  return hasKeyboard ? `Enter to ask, Shift+Enter for a new line. ${fresh}` : fresh;
}
