// Copyright 2026 the Rivulet authors. MIT license.

import { readRepository } from "../../stars/read_repository.ts";
import type { Repository } from "../../stars/repository.ts";

/** An answer that is kept, with all that is needed to show it again. */
export interface KeptAnswer {
  /** When it was asked, in milliseconds; no two are asked at once. */
  readonly id: number;
  readonly question: string;
  /** The list that was searched, such as `@ana` or `Sample`. */
  readonly list: string;
  /** The month of the star counts, where that is not when it was asked. */
  readonly countsAsOf?: string | undefined;
  /** The model and where it ran, in words. */
  readonly by: string;
  readonly text: string;
  readonly thinking?: string | undefined;
  readonly ended: "done" | "stopped" | "broken";
  /** Why it ended, in words, where it did not just end. */
  readonly note?: string | undefined;
  /** The matches that were sent, by which the answer cites. */
  readonly sources: readonly Repository[];
  /** The turn of the conversation before it. */
  readonly before?: KeptAnswer | undefined;
}

/** Longer texts were not written by this page. */
const MAX_TEXT = 1_000_000;
const MAX_WORDS = 10_000;
const MAX_SOURCES = 50;
const MAX_TURNS = 50;

/** A conversation, the last turn first. */
export function turnsOf(answer: KeptAnswer): KeptAnswer[] {
  return [answer, ...answer.before === undefined ? [] : turnsOf(answer.before)];
}

/** An answer as it was kept; undefined where it was written by something else, or damaged. */
export function readKeptAnswer(value: unknown, depth = 0): KeptAnswer | undefined {
  if (typeof value !== "object" || value === null || depth === MAX_TURNS) return undefined;
  const fields = value as Record<string, unknown>;
  const { id, ended, sources } = fields;
  const question = textOf(fields["question"], MAX_WORDS);
  const list = textOf(fields["list"], MAX_WORDS);
  const by = textOf(fields["by"], MAX_WORDS);
  const text = textOf(fields["text"], MAX_TEXT);
  const isWhole = Number.isSafeInteger(id) && question && list !== undefined &&
    by !== undefined && text !== undefined && Array.isArray(sources) &&
    sources.length <= MAX_SOURCES &&
    (ended === "done" || ended === "stopped" || ended === "broken");
  if (!isWhole) return undefined;
  const repositories = sources.map(readRepository);
  // A citation counts its sources: with one missing it would lead to another.
  if (repositories.includes(undefined)) return undefined;
  return {
    id: id as number,
    question,
    list,
    countsAsOf: textOf(fields["countsAsOf"], MAX_WORDS),
    by,
    text,
    thinking: textOf(fields["thinking"], MAX_TEXT),
    ended,
    note: textOf(fields["note"], MAX_WORDS),
    sources: repositories as Repository[],
    before: readKeptAnswer(fields["before"], depth + 1),
  };
}

function textOf(value: unknown, limit: number): string | undefined {
  return typeof value === "string" && value.length <= limit ? value : undefined;
}
