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
  | "other engine";

/** The actions of a phase. A person sees one set of them, never two. */
export function actionsOf(asked: Asked): readonly AnswerAction[] {
  const current = asked.phase.value;
  switch (current.kind) {
    case "done":
    case "stopped":
      return ["ask again", "other engine"];
    case "cancelled":
      return ["go on", "other engine"];
    case "no key":
      return ["enter key", "other engine"];
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
  { engine }: Asked,
  { next, ways }: Extract<Phase, { kind: "failed" }>["reason"],
): readonly AnswerAction[] {
  const id = engine.value?.choice?.definition.id;
  if (id === "webllm") return ["ask again", "other model", "delete and try again", "other engine"];
  const again = ways === undefined ? "ask again" : "check again";
  if (next === "key") return ["edit key", "other engine"];
  if (next === "address") return ["edit address", "other engine"];
  if (next === "model") {
    return ways === undefined
      ? ["pick model", "other engine"]
      : ["pick model", "check again", "other engine"];
  }
  return [again, "other engine"];
}
