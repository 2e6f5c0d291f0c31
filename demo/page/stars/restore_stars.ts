// Copyright 2026 the Rivulet authors. MIT license.

import { partOf } from "../../stars/part_of.ts";
import type { Page } from "../core/page.ts";
import { starReading } from "./stars_part.ts";
import { tabUserOr } from "../storage/tab_user.ts";
import { showSample, showStars } from "./show_stars.ts";

/** Shows what the last visit searched in. No request, but for those who want new stars at once. */
export async function restoreStars(page: Page): Promise<void> {
  const { state, storage } = page;
  const user = tabUserOr(state.settings.peek().user);
  const kept = user === undefined ? undefined : await storage.loadStars(user);
  if (kept === undefined || kept.repositories.length === 0) return showSample(page);
  showStars(kept, page);
  if (state.settings.peek().looksForStars) {
    return void page.late.use(starReading, (part) => part.read(kept.user));
  }
  const part = partOf(kept);
  if (part === undefined) return;
  state.starsReading.value = { kind: "partial", user: kept.user, came: part };
}
