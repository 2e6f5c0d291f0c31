// Copyright 2026 the Rivulet authors. MIT license.

import type { Page } from "./core/page.ts";
import { deleteOrphans } from "./privacy/delete_models.ts";
import { stopWork } from "./privacy/stop_work.ts";
import { showStars } from "./stars/show_stars.ts";
import { forgetThisTab } from "./storage/delete_everything.ts";
import type { TabMessage } from "./storage/other_tabs.ts";
import { meanings } from "./meanings/meanings_part.ts";

/** Takes over what another tab has changed. */
export async function followTab(message: TabMessage, page: Page): Promise<void> {
  const { state, storage } = page;
  if (state.isDeleted.peek()) return;
  switch (message.kind) {
    case "deleted":
      await stopWork(page);
      await forgetThisTab(storage);
      return await deleteOrphans();
    case "answers":
      state.kept.value = await storage.loadAnswers();
      return;
    case "stars": {
      const user = state.stars.peek()?.user;
      const isReading = state.starsReading.peek().kind === "reading";
      if (user?.toLowerCase() !== message.login || isReading) return;
      const kept = await storage.loadStars(user);
      if (kept !== undefined) showStars(kept, page);
      return;
    }
    case "meanings":
      await meanings.made?.restore();
  }
}
