// Copyright 2026 the Rivulet authors. MIT license.

import { unloadBrowserEngine } from "../engine/browser_engine.ts";
import type { Page } from "../page.ts";
import { attempt } from "../storage/delete_everything.ts";

/** From here on nothing of this tab may be kept any more, whatever is still on its way. */
export async function stopWork({ state, keys, late }: Page): Promise<void> {
  state.isDeleted.value = true;
  state.kept.value = [];
  keys.clear();
  const parts = late.loaded.peek();
  parts?.asking.stop();
  parts?.stars.cancel();
  parts?.meanings.act("pause");
  parts?.readmes.cancel();
  // A download that goes on would bring back what is deleted now.
  await Promise.all([
    attempt(unloadBrowserEngine),
    attempt(async () => await parts?.meanings.unload()),
  ]);
}
