// Copyright 2026 the Rivulet authors. MIT license.

import { exportRepositories } from "../stars/export.ts";
import type { Collection, Repository } from "../stars/repository.ts";
import { keepConversation, lastTurns, type Turn } from "./conversation.ts";
import { EXIT } from "./exit.ts";
import { keepMatches } from "./last_matches.ts";
import { whyNoMatch } from "./no_match.ts";
import { openMatch } from "./open_match.ts";
import { type ChatOptions, wantsAnswer } from "./options.ts";
import type { Output } from "./output.ts";
import { search, type SearchResult, type SearchRun } from "./search.ts";
import { answerWithTarget, hasTarget } from "./with_target.ts";

/** What a question needs of the run. */
export interface AskRun extends SearchRun {
  readonly out: Output;
  /** Gets the matches, once they are the best. */
  readonly onMatches?: (matches: readonly Repository[]) => void;
  /** Gets what can be gone on from, once something was answered. */
  readonly onTurns?: (turns: readonly Turn[]) => void;
}

/** Finds what fits a question, and asks a model about it where one is wanted. Returns the exit code. */
export async function ask(
  options: ChatOptions,
  collection: Collection,
  run: AskRun,
): Promise<number> {
  const { files, report, out } = run;
  // In a pipe the matches are what was asked for where nothing will answer.
  const isAnswered = out.isTerminal || !wantsAnswer(options) || await hasTarget(options, run);
  if (!isAnswered) report.wantsMatches();
  const tellsEach = isAnswered && !options.matchesOnly;
  const { matches, ranking } = await findMatches(options, { collection, tellsEach }, run);
  if (matches.length === 0) {
    report.note(await whyNoMatch(options, { collection, ranking }, run));
    return EXIT.noMatch;
  }
  if (options.open !== undefined) return await openMatch(options.open, matches, run);
  run.onMatches?.(matches);
  await keepMatches(files, matches);
  if (options.exportFormat !== undefined) {
    out.write(await exportRepositories(matches, options.exportFormat));
    return EXIT.ok;
  }
  if (options.matchesOnly) return EXIT.ok;
  let text = "";
  try {
    return await answerWithTarget(options, { matches, collection }, {
      ...run,
      onText: (part) => text += part,
    });
  } finally {
    // Also what had come when it was stopped.
    if (text.trim() !== "") {
      const turns = lastTurns([...options.turns, turnOf(options, text)]);
      run.onTurns?.(turns);
      await keepConversation(files, { flags: options.flags, turns });
    }
  }
}

/** A question and its answer, for the next question. */
function turnOf({ question, typed }: ChatOptions, answer: string): Turn {
  const filters = typed.map(({ start, end }) => question.slice(start, end)).join(" ");
  return { question, filters, answer };
}

/**
 * The best matches. Those by keyword are told at once, where an answer is wanted and better ones
 * may take a while; only the best are told where they are what is wanted.
 */
async function findMatches(
  options: ChatOptions,
  { collection, tellsEach }: { collection: Collection; tellsEach: boolean },
  run: SearchRun,
): Promise<SearchResult> {
  const isSilent = options.exportFormat !== undefined || options.open !== undefined;
  let best: SearchResult = { matches: [], ranking: "keyword" };
  let tellBest = (): void => {};
  for await (best of search(options, collection, run)) {
    const { matches, ranking } = best;
    tellBest = () => {
      if (isSilent) return;
      run.report.collection(collection, ranking);
      if (matches.length > 0) run.report.matches(matches);
      tellBest = () => {};
    };
    if (tellsEach && matches.length > 0) tellBest();
  }
  tellBest();
  return best;
}
