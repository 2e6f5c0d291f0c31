// Copyright 2026 the Rivulet authors. MIT license.

import type { Keys } from "../engines/keys.ts";
import { deleteKeptModel, keptModels } from "../engines/kept_models.ts";
import { modelName } from "../engines/model_picks.ts";
import { DATABASE, deleteStars, type StarsDatabase } from "../stars/database.ts";

/** Something that this browser keeps for the page. */
export interface StoredItem {
  readonly name: string;
  readonly bytes: number;
  remove(): Promise<void>;
}

/** The cache of the service worker. */
const SHELL_CACHE = "ask-stars-shell";

/** Everything that is kept, with its measured size. */
export async function listStorage(
  database: StarsDatabase | undefined,
  keys: Keys,
): Promise<StoredItem[]> {
  const groups = await Promise.all([
    database === undefined ? [] : listStars(database),
    database === undefined ? [] : listVectors(database),
    "caches" in globalThis ? listModels() : [],
    "caches" in globalThis ? listShell() : [],
    listSettings(),
    listKeys(keys),
  ]);
  return groups.flat();
}

async function listStars(database: StarsDatabase): Promise<StoredItem[]> {
  const users = await database.getAll("users");
  return await Promise.all(users.map(async ({ login, user }) => ({
    name: `Stars of @${user}`,
    bytes: sizeOfText(JSON.stringify(await database.getAllFromIndex("repos", "login", login))),
    remove: () => deleteStars(database, login),
  })));
}

async function listVectors(database: StarsDatabase): Promise<StoredItem[]> {
  const saved = await database.getAll("vectors");
  return saved.map(({ key, login, model, buffer }) => ({
    name: `Meanings of ${login === "" ? "the sample" : `@${login}`} by ${modelName(model)}`,
    bytes: buffer.byteLength,
    remove: () => database.delete("vectors", key),
  }));
}

async function listModels(): Promise<StoredItem[]> {
  return (await keptModels()).map(({ id, bytes }) => ({
    name: `Model ${modelName(id)}`,
    bytes,
    remove: () => deleteKeptModel(id),
  }));
}

async function listShell(): Promise<StoredItem[]> {
  if (!(await caches.has(SHELL_CACHE))) return [];
  const cache = await caches.open(SHELL_CACHE);
  const responses = await cache.matchAll();
  const sizes = await Promise.all(responses.map(async (response) => (await response.blob()).size));
  return [{
    name: "This page, for offline use",
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    remove: async () => void await caches.delete(SHELL_CACHE),
  }];
}

function listSettings(): StoredItem[] {
  const text = Object.entries(localStorage).flat().join("");
  if (text === "") return [];
  return [{
    name: "Settings",
    bytes: sizeOfText(text),
    remove: () => Promise.resolve(localStorage.clear()),
  }];
}

function listKeys(keys: Keys): StoredItem[] {
  return keys.listKept().map(({ origin, bytes }) => ({
    name: `Key of ${new URL(origin).host}, for this tab`,
    bytes,
    remove: () => Promise.resolve(keys.set(origin, "")),
  }));
}

/** Leaves nothing of this page in the browser. */
export async function deleteEverything(closeDatabase: () => Promise<void>): Promise<void> {
  await closeDatabase();
  localStorage.clear();
  sessionStorage.clear();
  if ("caches" in globalThis) {
    for (const name of await caches.keys()) await caches.delete(name);
  }
  const databases = await indexedDB.databases?.() ?? [{ name: DATABASE }];
  await Promise.all(databases.map(({ name }) => name === undefined ? undefined : drop(name)));
  const registrations = await navigator.serviceWorker?.getRegistrations() ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

function drop(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const deletion = indexedDB.deleteDatabase(name);
    deletion.onsuccess = () => resolve();
    deletion.onerror = () => reject(deletion.error);
  });
}

function sizeOfText(text: string): number {
  return new TextEncoder().encode(text).length;
}
