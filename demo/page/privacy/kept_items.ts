// Copyright 2026 the Rivulet authors. MIT license.

import { deleteKeptModel, isLoadedHere, keptModels } from "../engine/kept_models.ts";
import type { Keys } from "../engine/keys.ts";
import { modelName } from "../engine/model_picks.ts";
import type { Page } from "../page.ts";
import type { StoredItem } from "../storage/list_kept.ts";
import { OWN_NAMES } from "../storage/own_names.ts";
import { SETTINGS_KEY } from "../storage/settings.ts";

/** Something that this browser keeps for the page. */
export interface KeptItem {
  readonly kind: StoredItem["kind"] | "model" | "shell" | "settings" | "key";
  readonly name: string;
  readonly bytes: number;
  /** Whether Delete everything leaves it: another app of this origin may have brought it. */
  readonly isForeign?: boolean;
  remove(): Promise<void>;
}

/** Everything that is kept, with its measured size. */
export async function listKeptItems(
  { storage, keys }: Pick<Page, "storage" | "keys">,
): Promise<KeptItem[]> {
  const hasCaches = "caches" in globalThis;
  const groups = await Promise.all([
    storage.listKept().then((items) => items.map(nameItem)),
    hasCaches ? listModels() : [],
    hasCaches ? listShell() : [],
    listSettings(),
    listKeys(keys),
  ]);
  return groups.flat();
}

function nameItem({ kind, user, model = "", count, bytes, remove }: StoredItem): KeptItem {
  const list = user === "" ? "the sample" : `@${user}`;
  const names: Record<StoredItem["kind"], string> = {
    stars: `Stars of @${user}`,
    meanings: `Meanings of ${list} by ${modelName(model)}`,
    answers: count === 1
      ? "The last question, with its answer"
      : `${count} questions, with answers`,
  };
  return { kind, name: names[kind], bytes, remove };
}

async function listModels(): Promise<KeptItem[]> {
  return (await keptModels()).map(({ id, bytes }) => ({
    kind: "model",
    name: `Model ${modelName(id)}${isLoadedHere(id) ? "" : ", not loaded by this page"}`,
    bytes,
    isForeign: !isLoadedHere(id),
    remove: () => deleteKeptModel(id),
  }));
}

async function listShell(): Promise<KeptItem[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(OWN_NAMES.shell));
  if (names.length === 0) return [];
  const sizes = await Promise.all(names.map(sizeOfCache));
  return [{
    kind: "shell",
    name: "This page, for offline use",
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    async remove() {
      for (const name of names) await caches.delete(name);
    },
  }];
}

async function sizeOfCache(name: string): Promise<number> {
  const responses = await (await caches.open(name)).matchAll();
  const sizes = await Promise.all(responses.map(async (response) => (await response.blob()).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function listSettings(): KeptItem[] {
  const text = readSettingsText();
  if (text === null) return [];
  return [{
    kind: "settings",
    name: "Settings",
    bytes: new TextEncoder().encode(SETTINGS_KEY + text).length,
    remove: () => Promise.resolve(localStorage.removeItem(SETTINGS_KEY)),
  }];
}

/** Some browsers throw at the very name. */
function readSettingsText(): string | null {
  try {
    return localStorage.getItem(SETTINGS_KEY);
  } catch {
    return null;
  }
}

function listKeys(keys: Keys): KeptItem[] {
  return keys.listKept().map(({ origin, bytes }) => ({
    kind: "key",
    name: `Key of ${new URL(origin).host}, for this tab`,
    bytes,
    remove: () => Promise.resolve(keys.set(origin, "")),
  }));
}
