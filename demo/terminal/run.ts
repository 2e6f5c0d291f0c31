// Copyright 2026 the Rivulet authors. MIT license.

import type { Collection } from "../stars/repository.ts";
import { isOllamaElsewhere, usualAddress } from "./addresses.ts";
import { ask } from "./ask.ts";
import { collect } from "./collect.ts";
import { deleteModel } from "./delete_model.ts";
import { EXIT } from "./exit.ts";
import { exportRepositories } from "../stars/export.ts";
import { guard } from "./guard.ts";
import type { KeptFiles } from "./kept_files.ts";
import { tellModels } from "./models.ts";
import { openMatch } from "./open_match.ts";
import { UsageError } from "./option_values.ts";
import { ADD_A_QUESTION, asksModel, type ChatOptions, FOLDER, onlySaves } from "./options.ts";
import type { Output } from "./output.ts";
import { askForAllHosts, askForFolder, askForHost } from "./permission.ts";
import { readInput } from "./question.ts";
import type { Report } from "./report.ts";
import type { SearchRun } from "./search.ts";
import { createLookUp } from "./server_looks.ts";
import { keepSettings, type Settings, settingWords } from "./settings.ts";
import { checkKey } from "./with_target.ts";

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
  return await guard(context, () => carryOut(options, context));
}

async function carryOut(options: ChatOptions, context: RunContext): Promise<number> {
  const { files, report, out, signal } = context;
  if (options.deletesModel) return await deleteModel(options.model, report);
  await prepareFolder(options, context);
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
  return await ask(asked, collection, { ...run, out });
}

/** Asks for what the folder needs, and tells where it cannot be had. */
export async function prepareFolder(
  { folder }: ChatOptions,
  { report }: Pick<RunContext, "report">,
): Promise<void> {
  // Who has left out the permission for the usual folder knows; a folder that was named is wanted.
  const wish = folder === FOLDER ? undefined : await askForFolder(folder);
  if (wish !== undefined) report.note(wish);
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
export async function askForHosts(options: ChatOptions): Promise<void> {
  const { provider, baseUrl, download } = options;
  if (!asksModel(options) && !options.listsModels) return;
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
