// Copyright 2026 the Rivulet authors. MIT license.

// What keeps something, and brings it back: a first visit has nothing to restore, and does without.

import "./first.ts";
import { followAddress, restoreAnswers, restoreQuestion } from "./ask/restore_answers.ts";
import { saveAnswers } from "./ask/save_answers.ts";
import { Keys } from "./storage/keys.ts";
import { noteBrowserState, noteRemoteState } from "./target/note_states.ts";
import { followTab } from "./follow_tabs.ts";
import type { Page } from "./core/page.ts";
import type { LeftOver } from "./reach/left_over.ts";
import { restoreStars } from "./stars/restore_stars.ts";
import { typeQuestion } from "./actions/actions.ts";
import { OtherTabs } from "./storage/other_tabs.ts";
import { PageStorage } from "./storage/page_storage.ts";

export { readOpening } from "./reach/read_opening.ts";

/** What keeps something beyond the page. */
export interface Kept {
  readonly keys: Keys;
  readonly storage: PageStorage;
  readonly tabs: OtherTabs;
  /** Shows what the last visit, or the last load, has left. No request. */
  restore(leftOver?: LeftOver | undefined): Promise<void>;
}

/** Opens what is kept, and follows the other tabs from now on. */
export function openKept(page: Page): Kept {
  const { state } = page;
  const keys = new Keys(() => sessionStorage);
  const storage = new PageStorage({
    onTrouble: (trouble) => state.storageTrouble.value = trouble,
  });
  const tabs = new OtherTabs((message) => followTab(message, page));
  followAddress(page);
  saveAnswers(page);
  noteRemoteState(state, keys);
  void noteBrowserState(state);
  return {
    keys,
    storage,
    tabs,
    async restore(leftOver) {
      await restoreStars(page);
      await restoreQuestion(page);
      await restoreAnswers(page);
      if (leftOver !== undefined) goOn(leftOver, page);
    },
  };
}

/** The page was loaded again for an address: the dialog in which it was entered opens. */
function goOn({ dialog, question }: LeftOver, { state }: Page): void {
  if (question !== "") typeQuestion(state, question);
  state.dialog.value = dialog;
}
