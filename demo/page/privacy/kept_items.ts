// Copyright 2026 the Rivulet authors. MIT license.

import { deleteKeptModel, keptModels } from "../target/kept_models.ts";
import type { Keys } from "../storage/keys.ts";
import { isOffered, modelName } from "../target/model_picks.ts";
import type { Page } from "../core/page.ts";
import { cachesOf } from "../storage/has_cache.ts";
import type { StoredItem } from "../storage/list_kept.ts";
import { SETTINGS_KEY, SHELL_CACHE } from "../storage/own_names.ts";

/** Something that this browser keeps for the page. */
export interface KeptItem {
  readonly kind: StoredItem["kind"] | "model" | "shell" | "settings" | "key";
  readonly name: string;
  readonly bytes: number;
  /** The folder of a model. */
  readonly model?: string;
  remove(): Promise<void>;
}

/** Everything that is kept, with its measured size. */
export async function listKeptItems(
  { storage, keys }: Pick<Page, "storage" | "keys">,
): Promise<KeptItem[]> {
  const groups = await Promise.allSettled([
    storage.listKept().then((items) => items.map(nameItem)),
    listModels(),
    listShell(),
    listSettings(),
    listKeys(keys),
  ]);
  // Where the browser lets the page look into nothing, there is nothing to list.
  return groups.flatMap((group) => group.status === "fulfilled" ? group.value : []);
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

/** The models that are of use to this page, some of which another app may have brought. */
export async function listModels(): Promise<KeptItem[]> {
  return (await keptModels())
    .filter(({ id, isOurs }) => isOurs || isOffered(id))
    .map(({ id, bytes, isOurs }) => ({
      kind: "model",
      name: `Model ${modelName(id)}${isOurs ? "" : ", which this page did not download"}`,
      bytes,
      model: id,
      remove: async () => void await deleteKeptModel(id),
    }));
}

async function listShell(): Promise<KeptItem[]> {
  const names = await cachesOf(SHELL_CACHE);
  if (names.length === 0) return [];
  return [{
    kind: "shell",
    name: "This page, for offline use",
    bytes: (await Promise.all(names.map(sizeOfCache))).reduce((sum, size) => sum + size, 0),
    remove: async () => void await Promise.all(names.map((name) => caches.delete(name))),
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
