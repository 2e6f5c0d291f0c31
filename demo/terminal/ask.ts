// Copyright 2026 the Rivulet authors. MIT license.

import { exportRepositories } from "../stars/export.ts";
import { seemsForeign } from "../stars/model_languages.ts";
import type { Collection, Repository } from "../stars/repository.ts";
import { keepConversation, lastTurns, type Turn } from "./conversation.ts";
import { EXIT } from "./exit.ts";
import { keepMatches } from "./last_matches.ts";
import { answerFromList, type ListAnswer } from "./from_list.ts";
import { whyNoMatch } from "./no_match.ts";
import { openMatch } from "./open_match.ts";
import { canEdit, type ChatOptions, wantsAnswer } from "./options.ts";
import type { Output } from "./output.ts";
import { search, type SearchResult, type SearchRun } from "./search.ts";
import { answerWithTarget, findTarget, hasTarget } from "./with_target.ts";

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
  const list = answerFromList(options, collection);
  if (list !== undefined) return await tellFromList(list, options, { collection, run });
  const { files, report, out } = run;
  // In a pipe the matches are what was asked for where nothing will answer.
  const isAnswered = out.isTerminal || !wantsAnswer(options) || await hasTarget(options, run);
  if (!isAnswered) report.wantsMatches();
  const tellsEach = isAnswered && !options.matchesOnly;
  const found = await find(options, { collection, tellsEach }, run);
  const { matches } = found;
  if (matches.length === 0) {
    report.note(await whyNoMatch(options, { collection, ...found }, run));
    return EXIT.noMatch;
  }
  const code = await handOver(matches, options, run);
  if (code !== undefined || options.matchesOnly) return code ?? EXIT.ok;
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

/**
 * The best matches. In English words they are looked for where the person wants that, or can change
 * these words and nothing was found.
 */
async function find(
  options: ChatOptions,
  subject: { collection: Collection; tellsEach: boolean },
  run: AskRun,
): Promise<SearchResult> {
  if (options.wantsEnglish) {
    return await findMatches(await withEnglish(options, run), subject, run);
  }
  const found = await findMatches(options, subject, run);
  const isOffered = found.matches.length === 0 && seemsForeign(options.question) &&
    canEdit(options, run.out);
  // Nobody asked for it: where no model is there, nothing is amiss.
  if (!isOffered || await findTarget(options, run).catch(() => undefined) === undefined) {
    return found;
  }
  const english = await withEnglish(options, run);
  return english === options ? found : await findMatches(english, subject, run);
}

async function withEnglish(options: ChatOptions, run: AskRun): Promise<ChatOptions> {
  // Most runs need none, and start faster without.
  const { inEnglish } = await import("./english.ts");
  const englishWords = await inEnglish(options, run);
  return englishWords === undefined ? options : { ...options, englishWords };
}

/** Opens, keeps or exports the matches. Returns the exit code where that is all that was wanted. */
async function handOver(
  matches: readonly Repository[],
  { open, exportFormat }: ChatOptions,
  run: AskRun,
): Promise<number | undefined> {
  if (open !== undefined) return await openMatch(open, matches, run);
  run.onMatches?.(matches);
  await keepMatches(run.files, matches);
  if (exportFormat === undefined) return undefined;
  run.out.write(await exportRepositories(matches, exportFormat));
  return EXIT.ok;
}

/** The list knows: no model is asked, and the repositories are the answer. */
async function tellFromList(
  { text, isCount, matches, ranking }: ListAnswer,
  options: ChatOptions,
  { collection, run }: { collection: Collection; run: AskRun },
): Promise<number> {
  const { report } = run;
  if (!isSilent(options)) {
    report.collection(collection, ranking);
    if (isCount) report.token(`${text}\n`);
    else report.note(text);
  }
  if (isCount && !isSilent(options)) return EXIT.ok;
  if (matches.length === 0) return EXIT.noMatch;
  report.wantsMatches();
  if (!isSilent(options)) report.matches(matches);
  return await handOver(matches, options, run) ?? EXIT.ok;
}

/** Whether the matches go elsewhere, and are not told. */
function isSilent({ exportFormat, open }: ChatOptions): boolean {
  return exportFormat !== undefined || open !== undefined;
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
  let best: SearchResult = { matches: [], ranking: "keyword", alone: [] };
  let tellBest = (): void => {};
  for await (best of search(options, collection, run)) {
    const { matches, ranking } = best;
    tellBest = () => {
      if (isSilent(options)) return;
      run.report.collection(collection, ranking);
      if (matches.length > 0) run.report.matches(matches);
      tellBest = () => {};
    };
    if (tellsEach && matches.length > 0) tellBest();
  }
  tellBest();
  return best;
}
