// Copyright 2026 the Rivulet authors. MIT license.

import { DATABASE } from "./database.ts";
import type { OtherTabs } from "./other_tabs.ts";
import type { PageStorage } from "./page_storage.ts";

/** A tab that does not let go of a database holds a deletion up for no longer than this. */
const PATIENCE_MS = 3000;

/**
 * Leaves nothing of this page in the browser, and has the other tabs forget as well. Resolves with
 * what could not be deleted, in words; empty where all is gone.
 */
export async function deleteEverything(
  { storage, tabs }: { storage: PageStorage; tabs: OtherTabs },
): Promise<string[]> {
  await forgetThisTab(storage);
  tabs.tell({ kind: "deleted" });
  const left = await Promise.all([
    attempt("Settings", () => localStorage.clear()),
    attempt("Files for offline use and models", deleteCaches),
    attempt("Databases", deleteDatabases),
    attempt("The service worker", unregister),
  ]);
  return left.filter((what) => what !== undefined);
}

/** What a tab does that hears that everything was deleted: it holds on to nothing. */
export async function forgetThisTab(storage: PageStorage): Promise<void> {
  await storage.close();
  await attempt("Keys", () => sessionStorage.clear());
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

async function deleteCaches(): Promise<void> {
  if (!("caches" in globalThis)) return;
  for (const name of await caches.keys()) await caches.delete(name);
}

async function deleteDatabases(): Promise<void> {
  if (globalThis.indexedDB === undefined || globalThis.indexedDB === null) return;
  const databases = await indexedDB.databases?.() ?? [{ name: DATABASE }];
  await Promise.all(databases.map(({ name }) => name === undefined ? undefined : drop(name)));
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

async function unregister(): Promise<void> {
  const registrations = await navigator.serviceWorker?.getRegistrations() ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
}
