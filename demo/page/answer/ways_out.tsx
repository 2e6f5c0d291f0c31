// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { deleteKeptModel } from "../target/kept_models.ts";
import type { Target } from "../state/target.ts";
import { type Page, usePage } from "../core/page.ts";
import type { Asked } from "../state/asked.ts";
import type { OpenDialog } from "../state/dialogs.ts";
import { actionsOf, type AnswerAction } from "../state/phase_actions.ts";
import { actionWords } from "../messages/phase_words.ts";
import { asking } from "../ask/asking_part.ts";
import { Button } from "../parts/button.tsx";

/** The ways on from where a question has ended: the likeliest comes first. */
export function WaysOut(
  { asked, part = "all" }: {
    asked: Asked;
    /** Where an answer is there, the likeliest stands below it and the others in a menu. */
    part?: "all" | "first" | "others";
  },
): JSX.Element {
  const page = usePage();
  const actions = actionsOf(asked);
  const shown = part === "all"
    ? actions
    : part === "first"
    ? actions.slice(0, 1)
    : actions.slice(1);
  const first = part === "first" ? "quiet" : "primary";
  return (
    <>
      {shown.map((action, index) => (
        <Button
          key={action}
          class={index === 0 && part !== "others" ? first : undefined}
          onClick={() => act(action, asked, page)}
        >
          {actionWords(action)}
        </Button>
      ))}
    </>
  );
}

async function act(action: AnswerAction, asked: Asked, { state, late }: Page): Promise<void> {
  const choice = asked.target.peek()?.choice;
  const picked = choice?.definition.id;
  const open = (focusOn?: "key" | "model" | "address"): void => {
    state.dialog.value = { kind: "engine", picked, focusOn, asksAgain: true };
  };
  switch (action) {
    case "ask again":
    case "check again":
      return await late.use(asking, (part) => part.askAgain());
    case "go on":
      return await late.use(asking, (part) => part.askAgain({ download: choice?.model }));
    case "delete and try again":
      // One broken file would break every later try.
      await deleteKeptModel(choice?.model ?? "");
      return await late.use(asking, (part) => part.askAgain());
    case "edit key":
    case "enter key":
      return open("key");
    case "pick model":
    case "other model":
      return open("model");
    case "edit address":
      state.dialog.value = keyedAddress(choice);
      return;
    case "other target":
      state.dialog.value = { kind: "engine", asksAgain: true };
  }
}

/** A local server behind a key is asked like a remote service, and that takes its address. */
function keyedAddress(choice: Target | undefined): OpenDialog {
  const asksAgain = true;
  const address = choice?.definition.kind === "local" ? choice.baseUrl : undefined;
  return { kind: "engine", picked: "standard-compatible", focusOn: "key", address, asksAgain };
}
