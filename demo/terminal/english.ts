// Copyright 2026 the Rivulet authors. MIT license.

import { getProviderById, ThinkingSplitter } from "@rivulet/llm";
import type { Target } from "../engines/choose.ts";
import { hostOf } from "../engines/host.ts";
import { ModelMissingError } from "../engines/local_server.ts";
import {
  ENGLISH_EXAMPLES,
  ENGLISH_SYSTEM_PROMPT,
  hasEnglishWords,
  readEnglishWords,
} from "../stars/english_words.ts";
import { explainHere } from "./explain_here.ts";
import { ToldError } from "./guard.ts";
import { LineReader } from "./line_reader.ts";
import { canEdit, type ChatOptions } from "./options.ts";
import { type Output, OutputError } from "./output.ts";
import { configFor } from "./provider_config.ts";
import type { SearchRun } from "./search.ts";
import { questionWords } from "./searched_text.ts";
import { startWaiting } from "./waiting.ts";
import { findTarget, howToGetAnAnswer, readKey, readyTarget } from "./with_target.ts";

/** What English words need of the run. */
export interface EnglishRun extends SearchRun {
  readonly out: Output;
}

/**
 * The question in English words, as a model puts it and the person leaves it; undefined where the
 * question is to be searched as it stands.
 */
export async function inEnglish(
  options: ChatOptions,
  run: EnglishRun,
): Promise<string | undefined> {
  const { report, signal } = run;
  if (questionWords(options) === "") return undefined;
  const target = await findTarget(options, run);
  if (target === undefined) {
    throw new ModelMissingError(`A model makes the English words. ${await howToGetAnAnswer()}`);
  }
  await readyTarget(target, report);
  const words = readEnglishWords(await answerOrTell(target, options, run));
  if (words === "") {
    report.note(`${target.model} gave no English words: the question is searched as it stands.`);
    return undefined;
  }
  if (!canEdit(options, run.out)) {
    report.searchWords(words);
    return words;
  }
  report.note(
    `${target.model} puts it so in English. Change it or press Enter; Ctrl+D leaves it out.`,
  );
  const edited = await new LineReader().read("> ", signal, words);
  signal.throwIfAborted();
  return edited?.trim() || undefined;
}

/** Rejects with a ToldError once a failure is told, with what is known of the target. */
async function answerOrTell(
  target: Target,
  options: ChatOptions,
  run: EnglishRun,
): Promise<string> {
  try {
    return await answerOf(target, options, run);
  } catch (error) {
    const explanation = run.signal.aborted || error instanceof OutputError
      ? undefined
      : explainHere(error, target);
    if (explanation === undefined) throw error;
    run.report.failure(explanation);
    throw new ToldError();
  }
}

/** What the model writes, as far as it is needed. */
async function answerOf(
  target: Target,
  options: ChatOptions,
  { report, signal }: EnglishRun,
): Promise<string> {
  const { definition: { id }, baseUrl, model } = target;
  const place = baseUrl === "" ? "" : ` at ${hostOf(baseUrl)}`;
  const endWaiting = startWaiting(
    (text) => report.progress("english", text),
    () => `Waiting for English words of ${model}${place}`,
  );
  const splitter = new ThinkingSplitter();
  let text = "";
  try {
    const tokens = getProviderById(id).tokens(
      configFor(target, { apiKey: readKey(), download: options.download }),
      {
        prompt: questionWords(options),
        history: ENGLISH_EXAMPLES,
        systemPrompt: ENGLISH_SYSTEM_PROMPT,
        signal,
      },
    );
    for await (const piece of tokens) {
      for (const { token = "" } of splitter.push(piece)) text += token;
      if (hasEnglishWords(text)) break;
    }
    for (const { token = "" } of splitter.end()) text += token;
    return text;
  } finally {
    endWaiting();
  }
}
