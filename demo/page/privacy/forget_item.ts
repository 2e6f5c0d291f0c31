// Copyright 2026 the Rivulet authors. MIT license.

import { unloadBrowserEngine } from "../target/browser_engine.ts";
import { noteBrowserState, noteRemoteState } from "../target/note_states.ts";
import type { Page } from "../core/page.ts";
import { defaultSettings } from "../storage/settings.ts";
import type { KeptItem } from "./kept_items.ts";
import { meanings } from "../meanings/meanings_part.ts";

/** What was deleted is no more in memory either, as far as it would be missed or come back. */
export async function forgetItem({ kind }: Pick<KeptItem, "kind">, page: Page): Promise<void> {
  const { state, tabs, keys, late } = page;
  switch (kind) {
    case "model":
      // The files may be those of the model that is loaded.
      await unloadBrowserEngine();
      await late.use(meanings, (part) => part.unload());
      return await noteBrowserState(state);
    case "meanings":
      return await late.use(meanings, (part) => part.restore());
    case "answers":
      state.kept.value = [];
      return tabs.tell({ kind: "answers" });
    case "settings":
      state.settings.value = defaultSettings;
      return await noteBrowserState(state);
    case "key":
      return noteRemoteState(state, keys);
  }
}
