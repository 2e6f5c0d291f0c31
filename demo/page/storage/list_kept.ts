// Copyright 2026 the Rivulet authors. MIT license.

import { isUnrelated } from "../../stars/unrelated.ts";
import type { Database } from "./database.ts";
import { loadAnswers } from "./kept_answers.ts";
import { forgetMeanings } from "./kept_meanings.ts";
import { forgetStars } from "./kept_stars.ts";

/** Something that this browser keeps for the page. */
export interface StoredItem {
  readonly kind: "stars" | "meanings" | "answers";
  /** Whose, in words: a user's name, or `""` for the sample and for answers. */
  readonly user: string;
  readonly model?: string;
  readonly count: number;
  readonly bytes: number;
  remove(): Promise<void>;
}

/** Everything that the database holds, with its measured size. */
export async function listKept(database: Database): Promise<StoredItem[]> {
  return [
    ...await listStars(database),
    ...await listMeanings(database),
    ...await listAnswers(database),
  ];
}

async function listStars(database: Database): Promise<StoredItem[]> {
  const items: StoredItem[] = [];
  for (const { login, user } of await database.getAll("users")) {
    const sum = { bytes: 0, count: 0 };
    // One after another: all pages at once would be one long task.
    for (
      let cursor = await database.transaction("pages").store
        .openCursor(IDBKeyRange.bound([login], [login, []]));
      cursor !== null;
      cursor = await cursor.continue()
    ) {
      sum.bytes += sizeOf(cursor.value.repositories);
      sum.count += cursor.value.repositories.length;
    }
    items.push({
      kind: "stars",
      user: String(user),
      ...sum,
      remove: () => forgetStars(database, login),
    });
  }
  return items;
}

async function listMeanings(database: Database): Promise<StoredItem[]> {
  const items = new Map<string, StoredItem>();
  for (
    let cursor = await database.transaction("meanings").store.openCursor();
    cursor !== null;
    cursor = await cursor.continue()
  ) {
    const { login, model, buffer, names } = cursor.value;
    const key = JSON.stringify([login, model]);
    const before = items.get(key);
    items.set(key, {
      kind: "meanings",
      user: login,
      model,
      count: (before?.count ?? 0) + (names?.filter((name) => !isUnrelated(name)).length ?? 0),
      bytes: (before?.bytes ?? 0) + (buffer?.byteLength ?? 0),
      remove: () => forgetMeanings(database, { login, model }),
    });
  }
  return [...items.values()];
}

async function listAnswers(database: Database): Promise<StoredItem[]> {
  const answers = await loadAnswers(database);
  if (answers.length === 0) return [];
  return [{
    kind: "answers",
    user: "",
    count: answers.length,
    bytes: sizeOf(answers),
    remove: () => database.clear("answers"),
  }];
}

function sizeOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
