// Copyright 2026 the Rivulet authors. MIT license.

import { readRepository } from "../../stars/read_repository.ts";
import type { Repository } from "../../stars/repository.ts";
import type { SavedStars, SyncStep } from "../../stars/star_sync.ts";
import type { Database, ListRow, UserRow } from "./database.ts";

/** Which of a user's lists: the one that is searched, or the one that will replace it. */
export type Which = "current" | "staged";

/** So many pages are read at once: the page answers before the next ones. */
const PAGES_AT_ONCE = 10;

/** A list of a user as it is kept; undefined where there is none that is whole in itself. */
export async function loadList(
  database: Database,
  login: string,
  which: Which,
): Promise<SavedStars | undefined> {
  const row = await database.get("users", login);
  const list = row?.[which];
  if (row === undefined || list === undefined) return undefined;
  if (!isListRow(list) || typeof row.user !== "string" || row.user.toLowerCase() !== login) {
    await forgetStars(database, login);
    return undefined;
  }
  const { nextPage, savedAt } = list;
  const repositories = await loadPages(database, login, list);
  return {
    user: row.user,
    repositories,
    total: nextPage === undefined ? repositories.length : list.total,
    savedAt,
    ...(nextPage !== undefined && { nextPage }),
  };
}

async function loadPages(
  database: Database,
  login: string,
  { list, first, last }: ListRow,
): Promise<Repository[]> {
  const repositories = new Map<string, Repository>();
  for (let start = first; start <= last; start += PAGES_AT_ONCE) {
    const end = Math.min(last, start + PAGES_AT_ONCE - 1);
    const range = IDBKeyRange.bound([login, list, start], [login, list, end]);
    for (const page of await database.getAll("pages", range)) {
      for (const kept of Array.isArray(page.repositories) ? page.repositories : []) {
        const repository = readRepository(kept);
        // Two tabs may have read the same page.
        if (repository === undefined || repositories.has(repository.fullName)) continue;
        repositories.set(repository.fullName, repository);
      }
    }
  }
  return [...repositories.values()];
}

/** Keeps what a page has brought, and how far the reading has come, together. */
export async function saveStep(
  database: Database,
  { stars, fresh, place }: SyncStep,
  which: Which,
): Promise<void> {
  const login = stars.user.toLowerCase();
  const transaction = database.transaction(["users", "pages"], "readwrite");
  const users = transaction.objectStore("users");
  const row = await users.get(login) ?? { login, user: stars.user };
  const before = row[which];
  const isNew = !isListRow(before) ||
    (which === "staged" && fresh.length === stars.repositories.length);
  const list: ListRow = isNew
    ? { ...progressOf(stars), list: newListNumber(row), first: 0, last: -1 }
    : { ...progressOf(stars), list: before.list, first: before.first, last: before.last };
  if (isNew && isListRow(before)) {
    transaction.objectStore("pages").delete(pagesOf(login, before.list)).catch(() => {});
  }
  const grown = fresh.length === 0
    ? list
    : place === "front"
    ? { ...list, first: list.first - 1 }
    : { ...list, last: list.last + 1 };
  // What goes wrong with one of these ends the transaction, which tells.
  if (fresh.length > 0) {
    const order = place === "front" ? grown.first : grown.last;
    const page = { login, list: list.list, order, repositories: fresh };
    transaction.objectStore("pages").put(page).catch(() => {});
  }
  users.put({ ...row, user: stars.user, [which]: grown }).catch(() => {});
  await transaction.done;
}

/** Puts the staged list in the place of the current one, all at once. */
export async function commitStaged(database: Database, login: string): Promise<void> {
  const transaction = database.transaction(["users", "pages"], "readwrite");
  const users = transaction.objectStore("users");
  const row = await users.get(login);
  if (row?.staged !== undefined) {
    const { staged, current, ...user } = row;
    if (current !== undefined) {
      transaction.objectStore("pages").delete(pagesOf(login, current.list)).catch(() => {});
    }
    users.put({ ...user, current: staged }).catch(() => {});
  }
  await transaction.done;
}

/** Forgets a user with everything that was made of the stars. */
export async function forgetStars(database: Database, login: string): Promise<void> {
  const transaction = database.transaction(["users", "pages", "meanings"], "readwrite");
  transaction.objectStore("users").delete(login).catch(() => {});
  transaction.objectStore("pages").delete(IDBKeyRange.bound([login], [login, []])).catch(() => {});
  const meanings = transaction.objectStore("meanings");
  const range = IDBKeyRange.bound([login], [login, []]);
  for (const key of await meanings.index("list").getAllKeys(range)) {
    meanings.delete(key).catch(() => {});
  }
  await transaction.done;
}

function progressOf({ nextPage, total, savedAt }: SavedStars): Pick<
  ListRow,
  "nextPage" | "total" | "savedAt"
> {
  return { total, savedAt, ...(nextPage !== undefined && { nextPage }) };
}

function newListNumber({ current, staged }: UserRow): number {
  return Math.max(current?.list ?? 0, staged?.list ?? 0) + 1;
}

function pagesOf(login: string, list: number): IDBKeyRange {
  return IDBKeyRange.bound([login, list], [login, list, []]);
}

function isListRow(row: ListRow | undefined): row is ListRow {
  if (typeof row !== "object" || row === null) return false;
  const { list, first, last, nextPage, total, savedAt } = row;
  return [list, first, last, total].every(Number.isSafeInteger) && last - first < 1_000_000 &&
    (nextPage === undefined || (Number.isSafeInteger(nextPage) && nextPage > 0)) &&
    typeof savedAt === "string" && !Number.isNaN(Date.parse(savedAt));
}
