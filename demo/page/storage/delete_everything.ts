// Copyright 2026 the Rivulet authors. MIT license.

import { scriptUrl } from "../platform/trusted_urls.ts";
import type { OtherTabs } from "./other_tabs.ts";
import { DATABASE, isOwnName } from "./own_names.ts";
import type { PageStorage } from "./page_storage.ts";
import { inTime } from "./patience.ts";
import { troubleOf } from "./trouble.ts";

/** A kind of storage that the page uses. */
export type Store = "settings" | "keys" | "database" | "shell";

/**
 * Leaves nothing of this page in the browser but models, and nothing of others touched. The other
 * tabs of the page are told. Resolves with the stores that could not be emptied.
 */
export async function deleteEverything(
  { storage, tabs }: { storage: PageStorage; tabs: OtherTabs },
): Promise<Set<Store>> {
  tabs.tell({ kind: "deleted" });
  const left = new Set<Store>();
  const empty = async (store: Store, work: () => void | Promise<void>): Promise<void> => {
    if (!await attempt(work)) left.add(store);
  };
  await empty("database", () => storage.close());
  await Promise.all([
    empty("settings", () => removeOwnItems(localStorage)),
    empty("keys", () => removeOwnItems(sessionStorage)),
    empty("database", deleteDatabases),
    // The caches come after it: until then it keeps what it hands out.
    empty("shell", unregister).then(() => empty("shell", deleteCaches)),
  ]);
  return left;
}

/** What a tab does that hears that everything was deleted: it holds on to nothing. */
export async function forgetThisTab(storage: PageStorage): Promise<void> {
  await storage.close();
  await attempt(() => removeOwnItems(sessionStorage));
}

/** Whether nothing of the page is left there. */
export async function attempt(work: () => void | Promise<void>): Promise<boolean> {
  try {
    await inTime(Promise.resolve(work()));
    return true;
  } catch (error) {
    // There is nothing of ours where the page may keep nothing.
    return troubleOf(error) === "blocked";
  }
}

function removeOwnItems(storage: Storage | null | undefined): void {
  // Some browsers have the name and nothing behind it.
  if (!storage) return;
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index)!);
  for (const name of names.filter(isOwnName)) storage.removeItem(name);
}

async function deleteCaches(): Promise<void> {
  if (!("caches" in globalThis)) return;
  for (const name of await caches.keys()) if (isOwnName(name)) await caches.delete(name);
}

async function deleteDatabases(): Promise<void> {
  if (globalThis.indexedDB === undefined || globalThis.indexedDB === null) return;
  const names = (await indexedDB.databases?.() ?? []).flatMap(({ name }) => name ?? []);
  await Promise.all([...new Set([DATABASE, ...names.filter(isOwnName)])].map(drop));
}

function drop(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const deletion = indexedDB.deleteDatabase(name);
    deletion.onsuccess = () => resolve();
    deletion.onerror = () => reject(deletion.error);
  });
}

/** The service worker of the page, and of no other one at its origin. */
async function unregister(): Promise<void> {
  const registrations = await navigator.serviceWorker?.getRegistrations() ?? [];
  const own = registrations.filter(({ installing, waiting, active }) =>
    [installing, waiting, active].some((worker) =>
      worker?.scriptURL === String(scriptUrl("service_worker.js"))
    )
  );
  const gone = await Promise.all(own.map((registration) => registration.unregister()));
  if (gone.includes(false)) throw new Error("The service worker stays");
}
