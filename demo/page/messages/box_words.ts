// Copyright 2026 the Rivulet authors. MIT license.

// What the question box says of the phase of a question.

import type { Asked } from "../state/asked.ts";
import { isRunning, type Phase } from "../state/phase.ts";
import { turnOf } from "../state/turn_of.ts";

/** What the question box is for: what got no answer cannot be followed up. */
export function boxWords(asked: Asked | undefined): string {
  const isFollowUp = isRunning(asked?.phase.value) || turnOf(asked) !== undefined;
  return isFollowUp ? "Ask a follow-up" : "What are you looking for?";
}

/** The one button of the question box. */
export function submitWords(phase: Phase | undefined): "Ask" | "Stop" {
  return isRunning(phase) ? "Stop" : "Ask";
}

/** The line under the question box. */
export function hintWords(
  asked: Asked | undefined,
  { isChanged, hasKeyboard, hasTarget }: {
    isChanged: boolean;
    hasKeyboard: boolean;
    /** Whether somebody is there to answer, as far as is known. */
    hasTarget: boolean;
  },
): string {
  if (isRunning(asked?.phase.value)) {
    return isChanged ? "Esc to stop · Enter asks what is in the box instead" : "Esc to stop";
  }
  const turn = turnOf(asked);
  if (turn !== undefined) return followUpWords(turn);
  const keys = hasKeyboard ? "Enter to ask, Shift+Enter for a new line." : "";
  const needs = hasTarget ? "" : "Matches need no model, answers do: Ask lets you choose one.";
  return `${keys} ${needs}`.trim();
}

/** The line under the box for a follow-up: where the conversation goes. */
export function followUpWords({ target }: Asked): string {
  // The list answers questions about itself, and no conversation.
  const { by = "the model", choice } = target.value ?? {};
  return `Sends this conversation to ${choice === undefined ? "the model" : by}.`;
}
