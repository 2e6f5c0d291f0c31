// Copyright 2026 the Rivulet authors. MIT license.

import type { Database } from "./database.ts";
import { type KeptAnswer, readKeptAnswer, turnsOf } from "./kept_answer.ts";

/** So many questions are kept with their answers. */
export const MAX_ANSWERS = 20;

/** What is kept, the newest first. What is damaged is thrown away. */
export async function loadAnswers(database: Database): Promise<KeptAnswer[]> {
  const answers: KeptAnswer[] = [];
  const rows = await database.getAll("answers");
  for (const [index, key] of (await database.getAllKeys("answers")).entries()) {
    const answer = readKeptAnswer(rows[index]);
    if (answer === undefined) await database.delete("answers", key);
    else answers.unshift(answer);
  }
  return answers;
}

/** Keeps an answer and as many of those before it as may be kept. */
export async function keepAnswer(
  database: Database,
  answer: KeptAnswer,
  { count }: { count: number },
): Promise<void> {
  const transaction = database.transaction("answers", "readwrite");
  const { store } = transaction;
  // A turn before it is kept within it.
  for (const { id } of turnsOf(answer).slice(1)) store.delete(id).catch(() => {});
  store.put(answer).catch(() => {});
  const keys = await store.getAllKeys();
  for (const key of keys.slice(0, Math.max(0, keys.length - count))) {
    store.delete(key).catch(() => {});
  }
  await transaction.done;
}

/** Forgets one conversation. */
export async function forgetAnswer(database: Database, id: number): Promise<void> {
  await database.delete("answers", id);
}

/** Forgets all answers but the newest `count`. */
export async function forgetAnswers(
  database: Database,
  { count }: { count: number },
): Promise<void> {
  const transaction = database.transaction("answers", "readwrite");
  const keys = await transaction.store.getAllKeys();
  for (const key of keys.slice(0, Math.max(0, keys.length - count))) {
    transaction.store.delete(key).catch(() => {});
  }
  await transaction.done;
}
