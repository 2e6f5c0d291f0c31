// Copyright 2026 the Rivulet authors. MIT license.

import { unloadBrowserEngine } from "../target/browser_engine.ts";
import type { Page } from "../core/page.ts";
import { attempt } from "../storage/delete_everything.ts";
import { asking } from "../ask/asking_part.ts";
import { starReading } from "../stars/stars_part.ts";
import { meanings } from "../meanings/meanings_part.ts";
import { readmes } from "../readmes/readmes_part.ts";

/** From here on nothing of this tab may be kept any more, whatever is still on its way. */
export async function stopWork({ state, keys }: Page): Promise<void> {
  state.isDeleted.value = true;
  state.kept.value = [];
  keys.clear();
  asking.made?.stop();
  starReading.made?.cancel();
  meanings.made?.act("pause");
  readmes.made?.cancel();
  // A download that goes on would bring back what is deleted now.
  await Promise.all([
    attempt(unloadBrowserEngine),
    attempt(async () => await meanings.made?.unload()),
  ]);
}
