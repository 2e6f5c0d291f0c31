// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMMessage } from "@rivulet/llm";
import type { KeptFiles } from "./kept_files.ts";
import { readKeptFlags, type Settings } from "./settings.ts";

/** A question and its answer. */
export interface Turn {
  readonly question: string;
  /** The filters of the question, as they were written. */
  readonly filters: string;
  readonly answer: string;
}

/** What can be gone on with: what was said, and with which flags. */
export interface Conversation {
  readonly flags: Settings;
  /** The oldest first. */
  readonly turns: readonly Turn[];
}

const FILE = "conversation.json";

/** What models of this machine can read beside the matches; older turns are left out. */
const MAX_CHARACTERS = 8000;

/** Numbers of sources, also where more stands behind them that is no address. */
const CITATIONS = / ?\[\d{1,3}(?:(?:, ?| ?- ?)\d{1,3}){0,20}\](?!\()/g;

/** The turns that a next question goes on from. */
export function lastTurns(turns: readonly Turn[]): Turn[] {
  let left = MAX_CHARACTERS;
  const kept: Turn[] = [];
  for (const turn of turns.toReversed()) {
    left -= turn.question.length + turn.answer.length;
    if (left < 0) break;
    kept.unshift(turn);
  }
  return kept;
}

/** What was said, for the model. The numbers of its sources mean others now, and are left out. */
export function historyOf(turns: readonly Turn[]): LLMMessage[] {
  return turns.flatMap(({ question, answer }) => [
    { role: "user" as const, content: question },
    { role: "assistant" as const, content: answer.replace(CITATIONS, "") },
  ]);
}

/** Keeps a conversation for `--continue`. */
export async function keepConversation(
  files: KeptFiles,
  { flags, turns }: Conversation,
): Promise<void> {
  const text = JSON.stringify({ flags, turns });
  await files.tryToWrite(FILE, new TextEncoder().encode(text));
}

/** The last conversation; undefined where none is kept. */
export async function readConversation(files: KeptFiles): Promise<Conversation | undefined> {
  const bytes = await files.read(FILE);
  if (bytes === undefined) return undefined;
  try {
    const { flags, turns } = JSON.parse(new TextDecoder().decode(bytes)) as Conversation;
    if (!turns.every(isTurn)) throw new TypeError("The file holds no conversation");
    return { flags: readKeptFlags(flags), turns };
  } catch {
    files.tellDamage("The last conversation");
    return undefined;
  }
}

function isTurn({ question, filters, answer }: Turn): boolean {
  return [question, filters, answer].every((text) => typeof text === "string");
}
