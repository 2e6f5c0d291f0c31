// Copyright 2026 the Rivulet authors. MIT license.

// What the page says of a question on its way. Each word about it is written here, and nowhere else.

import { speedOf } from "../../engines/speed.ts";
import { isParroted, TOO_SMALL } from "../../stars/parroted.ts";
import { type Asked, countWords } from "../state/asked.ts";
import { formatElapsed, formatPlural, formatSeconds } from "./format.ts";
import type { AnswerAction } from "../state/phase_actions.ts";

/** What goes on, told by the clock; undefined where nothing goes on. `now` is as `since`. */
export function progressWords({ phase, target, figures }: Asked, now: number): string | undefined {
  const current = phase.value;
  if (!("since" in current)) return undefined;
  const elapsed = formatElapsed(now - current.since);
  const by = target.value?.choice?.model ?? target.value?.by ?? "the model";
  switch (current.kind) {
    case "searching":
      return `Searching · ${elapsed}`;
    case "listing":
      return `Reading the list of models · ${elapsed}`;
    case "waiting":
      return `Waiting for ${by} · ${elapsed}`;
    case "thinking":
      return `Thinking · ${elapsed}`;
    case "answering": {
      const { tokensPerSecond } = figures.value;
      const rate = tokensPerSecond === undefined ? "" : ` · ${speedOf(tokensPerSecond)}`;
      return `${target.value?.by ?? by} · ${elapsed}${rate}`;
    }
  }
}

/** How a text ended that did not just end. */
export function endWords({ question, phase, text, thoughts, target }: Asked): string | undefined {
  const current = phase.value;
  const count = countWords(text.value);
  if (current.kind === "stopped") {
    return count === 0 ? "Stopped." : `Stopped after ${formatPlural(count, "word")}.`;
  }
  if (current.kind === "broken") {
    const { place = "The server" } = target.value ?? {};
    return `${place} stopped answering after ${formatPlural(count, "word")}.`;
  }
  if (current.kind !== "done") return undefined;
  if (text.value !== "") {
    return current.note ??
      (isParroted(text.value, question) ? TOO_SMALL : undefined);
  }
  const nothing = thoughts.value === ""
    ? "The model returned nothing."
    : "The model only thought, and gave no answer.";
  return [nothing, current.note].join(" ").trim();
}

/** The figures of an answer that is over. */
export function figureWords({ target, figures, text }: Asked): string {
  const { firstWordMs, tokensPerSecond } = figures.value;
  return [
    target.value?.by,
    firstWordMs === undefined ? undefined : `first word ${formatSeconds(firstWordMs)}`,
    tokensPerSecond === undefined ? undefined : speedOf(tokensPerSecond),
    text.value === "" ? undefined : formatPlural(countWords(text.value), "word"),
  ].filter((part) => part !== undefined).join(" · ");
}

/** What a screen reader hears when a phase begins; undefined where it hears nothing. */
export function announcementWords(asked: Asked): string | undefined {
  const current = asked.phase.value;
  const words = countWords(asked.text.value);
  switch (current.kind) {
    case "waiting":
      return "Answering.";
    case "loading":
      return current.line.newPhase === undefined ? undefined : `${current.line.newPhase}.`;
    case "sending?":
      return `Send to ${current.host}?`;
    case "done":
      return words === 0 || current.note !== undefined
        ? endWords(asked)
        : `Answer finished: ${formatPlural(words, "word")}, ${
          formatPlural(asked.cited.value.length, "source")
        }.`;
    case "stopped":
      return "Stopped.";
    case "cancelled":
      return "Cancelled.";
    case "broken":
      return `The answer broke off after ${formatPlural(words, "word")}.`;
    case "no match":
      return "No match.";
    default:
      // A failure is an alert, and a panel that asks takes the focus: both are read out by themselves.
      return undefined;
  }
}

/** The label of an action. */
export function actionWords(action: AnswerAction): string {
  const words: Record<AnswerAction, string> = {
    "ask again": "Ask again",
    "check again": "Check again",
    "edit key": "Edit key",
    "enter key": "Enter a key",
    "pick model": "Pick model",
    "edit address": "Enter a key",
    "go on": "Go on",
    "delete and try again": "Delete and try again",
    "other model": "Other model",
    "other target": "Who answers?",
  };
  return words[action];
}
