// Copyright 2026 the Rivulet authors. MIT license.

import type { Asked } from "./asked.ts";
import type { Phase } from "./phase.ts";

/** What can be done with a question that has come to an end, the likeliest first. */
export type AnswerAction =
  | "ask again"
  | "check again"
  | "edit key"
  | "enter key"
  | "pick model"
  | "edit address"
  | "go on"
  | "delete and try again"
  | "other model"
  | "other target";

/** The actions of a phase. A person sees one set of them, never two. */
export function actionsOf(asked: Asked): readonly AnswerAction[] {
  const current = asked.phase.value;
  switch (current.kind) {
    case "done":
    case "stopped":
      return ["ask again", "other target"];
    case "cancelled":
      return ["go on", "other target"];
    case "no key":
      return ["enter key", "other target"];
    case "no match":
      return [];
    case "broken":
    case "failed":
      return failureActions(asked, current.reason);
    default:
      return [];
  }
}

function failureActions(
  { target }: Asked,
  { next, ways }: Extract<Phase, { kind: "failed" }>["reason"],
): readonly AnswerAction[] {
  const id = target.value?.choice?.definition.id;
  if (id === "webllm") return ["ask again", "other model", "delete and try again", "other target"];
  const again = ways === undefined ? "ask again" : "check again";
  if (next === "key") return ["edit key", "other target"];
  if (next === "address") return ["edit address", "other target"];
  if (next === "model") {
    return ways === undefined
      ? ["pick model", "other target"]
      : ["pick model", "check again", "other target"];
  }
  return [again, "other target"];
}
