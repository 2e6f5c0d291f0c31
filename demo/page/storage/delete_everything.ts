// Copyright 2026 the Rivulet authors. MIT license.

import type { OtherTabs } from "./other_tabs.ts";
import { isOwnName, OWN_NAMES } from "./own_names.ts";
import type { PageStorage } from "./page_storage.ts";

/** A tab that does not let go of a database holds a deletion up for no longer than this. */
const PATIENCE_MS = 3000;

/** What is deleted, and by whom. */
export interface Deletion {
  readonly storage: PageStorage;
  readonly tabs: OtherTabs;
  /** Deletes the files of the models that this page has loaded. */
  readonly deleteModels: () => Promise<void>;
  /** The address of the page's own service worker. */
  readonly workerUrl: string;
}

/**
 * Leaves nothing of this page in the browser, and has the other tabs forget as well. What other apps
 * of this origin keep stays. Resolves with what could not be deleted, in words; empty where all is
 * gone.
 */
export async function deleteEverything(
  { storage, tabs, deleteModels, workerUrl }: Deletion,
): Promise<string[]> {
  await forgetThisTab(storage);
  tabs.tell({ kind: "deleted" });
  const left = await Promise.all([
    // First: it tells which models are meant.
    attempt("Models", deleteModels).then(async (models) =>
      models ?? await attempt("Settings", () => removeOwn(localStorage))
    ),
    attempt("Files for offline use", deleteCaches),
    attempt("Stars, meanings and questions", deleteDatabases),
    attempt("The service worker", () => unregister(workerUrl)),
  ]);
  return left.filter((what) => what !== undefined);
}

/** What a tab does that hears that everything was deleted: it holds on to nothing. */
export async function forgetThisTab(storage: PageStorage): Promise<void> {
  await storage.close();
  await attempt("Keys", () => removeOwn(sessionStorage));
}

/** A browser that keeps nothing throws at the very names. */
async function attempt(
  what: string,
  work: () => void | Promise<void>,
): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    // There is nothing of ours where we may not even look.
    return (error as Error).name === "SecurityError" ? undefined : what;
  }
}

function removeOwn(storage: Storage): void {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  for (const name of names.filter(isOwnName)) storage.removeItem(name);
}

async function deleteCaches(): Promise<void> {
  if (!("caches" in globalThis)) return;
  for (const name of await caches.keys()) {
    if (isOwnName(name)) await caches.delete(name);
  }
}

async function deleteDatabases(): Promise<void> {
  if (globalThis.indexedDB === undefined || globalThis.indexedDB === null) return;
  const databases = await indexedDB.databases?.() ?? [{ name: OWN_NAMES.database }];
  const names = databases.map(({ name = "" }) => name).filter(isOwnName);
  await Promise.all(names.map(drop));
}

function drop(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const deletion = indexedDB.deleteDatabase(name);
    const timer = setTimeout(() => reject(new Error(`"${name}" is in use`)), PATIENCE_MS);
    deletion.onsuccess = () => {
      clearTimeout(timer);
      resolve();
    };
    deletion.onerror = () => {
      clearTimeout(timer);
      reject(deletion.error);
    };
  });
}

async function unregister(workerUrl: string): Promise<void> {
  const registrations = await navigator.serviceWorker?.getRegistrations() ?? [];
  const own = registrations.filter(({ active, waiting, installing }) =>
    (active ?? waiting ?? installing)?.scriptURL === workerUrl
  );
  await Promise.all(own.map((registration) => registration.unregister()));
}
