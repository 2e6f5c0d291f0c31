// Copyright 2026 the Rivulet authors. MIT license.

import type { Page } from "../page.ts";
import type { OpenDialog } from "../state/dialogs.ts";
import { hasSettings } from "../storage/settings.ts";
import { leaveOver } from "./left_over.ts";
import { whenKept } from "./when_kept.ts";

/** Loads the page again, which then reaches what was entered in the dialog. */
export async function loadAgain(dialog: OpenDialog, page: Page): Promise<void> {
  const { state } = page;
  await whenKept(page);
  const asksAgain = dialog.kind === "engine" && dialog.asksAgain;
  const asked = asksAgain ? state.asked.peek()?.question : undefined;
  leaveOver({
    dialog,
    question: asked ?? state.question.peek(),
    settings: hasSettings() || state.isDeleted.peek() ? undefined : state.settings.peek(),
  });
  location.reload();
}
