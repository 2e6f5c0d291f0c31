// Copyright 2026 the Rivulet authors. MIT license.

import type { Collection } from "../stars/repository.ts";
import { isOllamaElsewhere, usualAddress } from "./addresses.ts";
import { collect } from "./collect.ts";
import { deleteModel } from "./delete_model.ts";
import { EXIT } from "./exit.ts";
import { explainHere } from "./explain_here.ts";
import { exportRepositories } from "../stars/export.ts";
import type { KeptFiles } from "./kept_files.ts";
import { keepMatches } from "./last_matches.ts";
import { tellModels } from "./models.ts";
import { whyNoMatch } from "./no_match.ts";
import { openMatch } from "./open_match.ts";
import { UsageError } from "./option_values.ts";
import { ADD_A_QUESTION, type ChatOptions, FOLDER, onlySaves, wantsAnswer } from "./options.ts";
import { type Output, OutputError } from "./output.ts";
import { askForAllHosts, askForFolder, askForHost } from "./permission.ts";
import { readInput } from "./question.ts";
import type { Report } from "./report.ts";
import { search, type SearchResult, type SearchRun } from "./search.ts";
import { createLookUp } from "./server_looks.ts";
import { keepSettings, type Settings, settingWords } from "./settings.ts";
import { answerWithTarget, checkKey, hasTarget } from "./with_target.ts";

/** What a run writes to, and what stops it. */
export interface RunContext {
  readonly files: KeptFiles;
  readonly report: Report;
  /** For what no report tells: a document for another program. */
  readonly out: Output;
  readonly signal: AbortSignal;
}

/** Searches, and asks a model where there is one. Returns the exit code. */
export async function run(options: ChatOptions, context: RunContext): Promise<number> {
  const { report, signal } = context;
  try {
    return await carryOut(options, context);
  } catch (error) {
    if (error instanceof OutputError) throw error;
    if (signal.aborted) {
      report.stopped();
      return EXIT.stopped;
    }
    if (error instanceof UsageError) {
      report.failure({ message: error.message });
      return EXIT.usage;
    }
    const explanation = explainHere(error, undefined);
    if (explanation === undefined) throw error;
    report.failure(explanation);
    return EXIT.failed;
  } finally {
    report.end();
  }
}

async function carryOut(options: ChatOptions, context: RunContext): Promise<number> {
  const { files, report, out, signal } = context;
  if (options.deletesModel) return await deleteModel(options.model, report);
  // Who has left out the permission for the usual folder knows; a folder that was named is wanted.
  const wish = options.folder === FOLDER ? undefined : await askForFolder(options.folder);
  if (wish !== undefined) report.note(wish);
  if (options.saved !== undefined && !await save(options.saved, files, report)) return EXIT.failed;
  if (onlySaves(options)) return EXIT.ok;
  const asked = options.readsInput ? await withInput(options, context) : options;
  if (asked.open !== undefined && asked.question === "") {
    return await openMatch(asked.open, [], { files, out, report });
  }
  checkKey(asked);
  await askForHosts(asked);
  const run: SearchRun = { files, report, signal, lookUp: createLookUp(signal) };
  if (asked.listsModels) return await tellModels(asked, run);
  const collection = await collect(asked.user, files, { report, signal });
  if (asked.user !== undefined && collection.repositories.length === 0) {
    report.note(`@${asked.user} has no public stars, or the profile is private.`);
    return EXIT.noMatch;
  }
  if (asked.lists) return await listAll(asked, collection, context);
  // In a pipe the matches are what was asked for where nothing will answer.
  const isAnswered = out.isTerminal || !wantsAnswer(asked) || await hasTarget(asked, run);
  if (!isAnswered) report.wantsMatches();
  const tellsEach = isAnswered && !asked.matchesOnly;
  const { matches, ranking } = await findMatches(asked, { collection, tellsEach }, run);
  if (matches.length === 0) {
    report.note(await whyNoMatch(asked, { collection, ranking }, run));
    return EXIT.noMatch;
  }
  if (asked.open !== undefined) return await openMatch(asked.open, matches, { files, out, report });
  await keepMatches(files, matches);
  if (asked.exportFormat !== undefined) {
    out.write(await exportRepositories(matches, asked.exportFormat));
    return EXIT.ok;
  }
  if (asked.matchesOnly) return EXIT.ok;
  return await answerWithTarget(asked, { matches, collection }, run);
}

/** Keeps flags for the next time, and says which. Returns whether they are kept. */
async function save(settings: Settings, files: KeptFiles, report: Report): Promise<boolean> {
  const isKept = await keepSettings(files, settings);
  const words = settingWords(settings);
  if (!isKept) report.note("The flags are not kept.");
  else report.note(words === undefined ? "No flags are kept any more." : `Kept: ${words}`);
  return isKept;
}

/** The task itself allows this machine and GitHub. */
async function askForHosts(options: ChatOptions): Promise<void> {
  const { provider, baseUrl, download } = options;
  if (!wantsAnswer(options) && !options.listsModels) return;
  if (provider === "webllm") {
    if (download) await askForAllHosts();
  } else if (provider !== undefined) await askForHost(baseUrl ?? usualAddress(provider));
  else if (isOllamaElsewhere()) await askForHost(usualAddress("local-a"));
}

async function withInput(
  options: ChatOptions,
  { report, signal }: RunContext,
): Promise<ChatOptions> {
  const input = await readInput(report, signal);
  const question = [options.question, input].filter((part) => part !== "").join("\n\n");
  if (question === "") throw new UsageError(ADD_A_QUESTION);
  return { ...options, question };
}

async function listAll(
  { exportFormat }: ChatOptions,
  collection: Collection,
  { report, out }: RunContext,
): Promise<number> {
  if (exportFormat === undefined) report.list(collection);
  else out.write(await exportRepositories(collection.repositories, exportFormat));
  return EXIT.ok;
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
