// Copyright 2026 the Rivulet authors. MIT license.

import type { Collection } from "../stars/repository.ts";
import { showEngineChip, showPrivacyChip, showStarsChip } from "./chips.ts";
import { formatPlural } from "./format.ts";
import type { MatchBoard } from "./matches/match_board.ts";
import type { Page } from "./page.ts";
import { saveSettings } from "./settings.ts";
import { sayLater } from "./status.ts";
import { showTheme } from "./theme.ts";

/** Keeps the settings, the chips and the matches in step with what changes. */
export function watchCells(
  { settings, states, ledger, search }: Page,
  { board, question, keepsSettings }: {
    board: MatchBoard;
    /** What stands in the question box. */
    question: () => string;
    keepsSettings: () => boolean;
  },
): void {
  const loaded = settings.get();
  const showEngine = (): void => {
    const { engine } = settings.get();
    showEngineChip(engine, states.get(engine));
  };
  settings.watch((now) => {
    if (keepsSettings() && now !== loaded) saveSettings(now);
    showTheme(now.theme);
    showEngine();
  });
  states.changes.watch(showEngine);
  ledger.entries.watch(showPrivacyChip);
  search.matches.watch((matches) => {
    if (matches === undefined) return;
    board.show(matches);
    if (question() === "") return;
    sayLater(`${formatPlural(matches.repositories.length, "match", "matches")}.`);
  });
}

/** Another list has no answer yet; more of the same list leaves all as it is. */
export function watchCollection(
  { collection, filters }: Page,
  onOtherList: (collection: Collection) => void,
): void {
  let shown: string | undefined;
  collection.watch((now) => {
    showStarsChip(now);
    filters.offer(now.repositories);
    if (now.title === shown) return;
    shown = now.title;
    onOtherList(now);
  });
}
