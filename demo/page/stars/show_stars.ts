// Copyright 2026 the Rivulet authors. MIT license.

import { batch } from "@preact/signals";
import type { Collection } from "../../stars/repository.ts";
import type { SavedStars } from "../../stars/star_sync.ts";
import type { Page } from "../core/page.ts";
import { noteTabUser } from "../storage/tab_user.ts";
import { changeSettings } from "../actions/actions.ts";
import { meanings } from "../meanings/meanings_part.ts";

type ListPage = Pick<Page, "state" | "search" | "late">;

/** Searches in these stars from now on. The last answer stays: its question was another one. */
export function showStars(stars: SavedStars, page: ListPage): void {
  // An empty account is no list to search in.
  if (stars.repositories.length === 0) return;
  showList({ title: `@${stars.user}`, repositories: stars.repositories }, stars, page);
}

/** The list has grown at its end. */
export function addStars(
  stars: SavedStars,
  fresh: SavedStars["repositories"],
  { state, search }: Pick<Page, "state" | "search">,
): void {
  search.add(fresh);
  batch(() => {
    state.stars.value = stars;
    state.collection.value = { title: `@${stars.user}`, repositories: stars.repositories };
  });
}

/** Searches in the sample from now on. */
export function showSample(page: ListPage & Pick<Page, "sample">): void {
  showList(page.sample, undefined, page);
}

function showList(
  collection: Collection,
  stars: SavedStars | undefined,
  { state, search, late }: ListPage,
): void {
  batch(() => {
    state.stars.value = stars;
    state.collection.value = collection;
    if (!state.isDeleted.peek()) noteTabUser(stars?.user);
    if (state.settings.peek().user !== stars?.user) changeSettings(state, { user: stars?.user });
    state.leftOut.value = new Set();
    state.readmes.value = { ...state.readmes.peek(), step: { kind: "idle" } };
    state.indexed.value = { count: 0, isComplete: false };
    search.replace(collection.repositories);
  });
  if (state.settings.peek().meanings !== undefined) {
    late.use(meanings, (part) => part.restore());
  }
}
