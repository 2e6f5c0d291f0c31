// Copyright 2026 the Rivulet authors. MIT license.

import { modelName } from "../target/model_picks.ts";
import type { Page } from "../core/page.ts";
import { deleteEverything, type Store } from "../storage/delete_everything.ts";
import { loadedModels } from "../storage/loaded_models.ts";
import { inTime } from "../storage/patience.ts";
import { deleteModels } from "./delete_models.ts";
import { type KeptItem, listKeptItems, listModels } from "./kept_items.ts";
import { nameItems } from "./name_items.ts";
import { stopWork } from "./stop_work.ts";

/** What was deleted and what was not, in words. */
export interface DeletionReport {
  readonly deleted: readonly string[];
  /** What the browser did not let go of. */
  readonly left: readonly string[];
  /** What another app may need, and stays. */
  readonly spared: readonly string[];
  /** The browser lets the page neither keep anything nor look for what it kept before. */
  readonly isRefused: boolean;
}

/** What is in each store, and what it is called where nobody could look into it. */
const STORES: readonly [store: Store, kinds: readonly KeptItem["kind"][], words: string][] = [
  ["database", ["stars", "meanings", "answers"], "Stars, meanings and answers"],
  ["settings", ["settings"], "Settings"],
  ["keys", ["key"], "Keys"],
  ["shell", ["shell"], "This page, for offline use"],
];

/** Deletes all that the page keeps, here and in its other tabs, and nothing of other apps. */
export async function deleteAll(page: Page): Promise<DeletionReport> {
  page.state.isDeleted.value = true;
  const ours = loadedModels();
  const items = await inTime(listKeptItems(page)).catch(() => []);
  await stopWork(page);
  const full = await deleteEverything(page);
  const shared = await deleteModels(ours);
  const models = await inTime(listModels()).catch(() => []);
  const deleted = items.filter(({ kind, model }) =>
    kind === "model"
      ? !models.some((other) => other.model === model)
      : STORES.every(([store, kinds]) => !full.has(store) || !kinds.includes(kind))
  );
  const left = STORES.filter(([store]) => full.has(store)).flatMap(([, kinds, words]) => {
    const names = nameItems(items.filter(({ kind }) => kinds.includes(kind)));
    return names.length > 0 ? names : [words];
  });
  const leftModels = ours.filter((id) => models.some(({ model }) => model === id));
  return {
    deleted: nameItems(deleted),
    left: [...left, ...leftModels.map((id) => `Model ${modelName(id)}`)],
    spared: [
      ...nameItems(models.filter(({ model = "" }) => !ours.includes(model))),
      ...shared.map((model) => `The program of ${modelName(model)}, which another model may need`),
    ],
    isRefused: !mayLook(),
  };
}

/** A browser that refuses this refuses all the rest. */
function mayLook(): boolean {
  try {
    return localStorage.length >= 0;
  } catch {
    return false;
  }
}
