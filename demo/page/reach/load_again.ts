// Copyright 2026 the Rivulet authors. MIT license.

// Takes a person through a reload of the page, back to the dialog in which they entered an address.
// What has to survive stands in the state of the entry in the history: it lives in this tab, where a
// browser keeps nothing else as well, no link can bring it, and it is taken out at once. It holds no
// key.

import type { Page } from "../core/page.ts";
import type { OpenDialog } from "../state/dialogs.ts";
import { LEFT_OVER } from "../storage/own_names.ts";
import { hasSettings } from "../storage/settings.ts";
import type { LeftOver } from "./left_over.ts";

/** Loads the page again, which then reaches what was entered in the dialog. */
export function loadAgain(dialog: OpenDialog, { state }: Page): void {
  const asksAgain = dialog.kind === "engine" && dialog.asksAgain;
  const asked = asksAgain ? state.asked.peek()?.question : undefined;
  const leftOver: LeftOver = {
    dialog,
    question: asked ?? state.question.peek(),
    settings: hasSettings() || state.isDeleted.peek() ? undefined : state.settings.peek(),
  };
  history.replaceState({ [LEFT_OVER]: leftOver }, "");
  location.reload();
}
