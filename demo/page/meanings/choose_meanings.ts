// Copyright 2026 the Rivulet authors. MIT license.

import { askForModel } from "../engines/browser_consent.ts";
import { MEANING_PICK } from "../engines/model_picks.ts";
import type { Page } from "../page.ts";
import { isBrowserModel } from "./meaning_models.ts";
import type { Meanings } from "./meanings.ts";

/** Reads meanings with this model from now on, or none. Asks before a model is downloaded. */
export async function chooseMeanings(
  model: string | undefined,
  meanings: Meanings,
  { stage, showStart }: Page,
): Promise<void> {
  if (model !== undefined && isBrowserModel(model)) {
    const wish = { purpose: "read meanings", picks: [MEANING_PICK], chosen: model };
    const isHere = await askForModel(wish, stage, {
      onAgree() {
        showStart();
        meanings.choose(model, { mayDownload: true });
      },
      onRefuse: showStart,
    });
    if (!isHere) return;
  }
  await meanings.choose(model);
}
