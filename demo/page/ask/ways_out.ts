// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderId } from "@rivulet/llm";
import type { Diagnosis } from "../../engines/doctor.ts";
import { button } from "../dom.ts";
import type { EngineChoice } from "../engines/engine_choice.ts";
import { deleteKeptModel } from "../engines/kept_models.ts";

/** What a person can do after a failure. */
export interface WayActions {
  readonly onAskAgain: (options?: { mayDownload: boolean }) => void;
  /** Opens the engine dialog. */
  readonly onEngine: (
    options: {
      picked?: LLMProviderId;
      focusOn?: "key" | "model" | undefined;
      askAgain?: boolean;
    },
  ) => void;
}

/** The buttons under a failure: the likeliest way out comes first. */
export function waysOut(
  { next, ways }: Diagnosis,
  { definition: { id }, model = "" }: EngineChoice,
  { onAskAgain, onEngine }: WayActions,
): HTMLElement[] {
  const other = button("Other engine", () => onEngine({ askAgain: true }));
  const again = button(ways === undefined ? "Ask again" : "Check again", () => onAskAgain(), {
    class: "primary",
  });
  if (id === "webllm") {
    // One broken file would break every later try.
    const anew = button("Delete and try again", async () => {
      await deleteKeptModel(model);
      onAskAgain();
    });
    const otherModel = button("Other model", () => onEngine({ picked: id, askAgain: true }));
    return [again, otherModel, anew, other];
  }
  if (next !== "key" && next !== "model") return [again, other];
  const edit = button(
    next === "key" ? "Edit key" : "Pick model",
    () => onEngine({ picked: id, focusOn: next, askAgain: true }),
    { class: "primary" },
  );
  return ways === undefined ? [edit, other] : [edit, again, other];
}
