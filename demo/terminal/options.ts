// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderId } from "@rivulet/llm";
import { readQuery } from "../stars/query.ts";
import { questionText } from "../stars/question_text.ts";
import type { TypedFilter } from "../stars/typed_filter.ts";
import type { RankMode } from "../stars/ranking.ts";
import { checkFlags, type Flags, parseFlags } from "./flags.ts";
import {
  type ExportFormat,
  readAddress,
  readExportFormat,
  readMatchNumber,
  readMaxTokens,
  readProvider,
  readRankMode,
  readUser,
  UsageError,
} from "./option_values.ts";
import type { Conversation, Turn } from "./conversation.ts";
import { keylessSettingsOf, type Settings, settingsOf, withSettings } from "./settings.ts";

/** In the project's folder, so that the program needs no permission for any other. */
export const FOLDER = ".rivulet";

/** What the command line asks for. */
export interface ChatOptions {
  /** Empty where none is needed, or where it comes from the standard input. */
  readonly question: string;
  /** The filters among the words of the command line, such as `lang:rust`. */
  readonly typed: readonly TypedFilter[];
  /** Whether the question, or the rest of it, comes from the standard input. */
  readonly readsInput: boolean;
  /** Whether questions are asked one after another. */
  readonly opensSession: boolean;
  /** What was said before, the oldest first. */
  readonly turns: readonly Turn[];
  /** The flags that a next question goes on with. */
  readonly flags: Settings;
  /** A GitHub user; undefined for the sample. */
  readonly user?: string | undefined;
  readonly provider?: LLMProviderId | undefined;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly systemPrompt?: string | undefined;
  readonly maxTokens?: number | undefined;
  /** What to compare by; undefined for both where it can be had. */
  readonly rankMode?: RankMode | undefined;
  /** Whether a model puts the question into English words first. */
  readonly wantsEnglish: boolean;
  /** What is searched for in place of the question. */
  readonly englishWords?: string | undefined;
  /** Whether a model that runs in this program may be downloaded. */
  readonly download: boolean;
  /** Whether a model is to be deleted that runs in this program, and nothing else. */
  readonly deletesModel: boolean;
  /** Only the matches, no model. */
  readonly matchesOnly: boolean;
  /** All that is searched, no question. */
  readonly lists: boolean;
  /** The models that could be asked, no question. */
  readonly listsModels: boolean;
  readonly exportFormat?: ExportFormat | undefined;
  /** The match whose address is wanted. */
  readonly open?: number | undefined;
  /** One JSON object a line. */
  readonly json: boolean;
  /** What to keep for the next time; undefined for what is kept already. */
  readonly saved?: Settings | undefined;
  /** Where files are kept between two runs. */
  readonly folder: string;
}

/** Whether a model is to be asked. */
export function wantsAnswer(options: ChatOptions): boolean {
  const { matchesOnly, lists, listsModels, exportFormat, open } = options;
  return !matchesOnly && !lists && !listsModels && exportFormat === undefined &&
    open === undefined && !onlySaves(options);
}

/** Whether a model is to be asked, for the answer or for what is searched. */
export function asksModel(options: ChatOptions): boolean {
  return wantsAnswer(options) || options.wantsEnglish;
}

/** Whether there is a person who can change what is searched. */
export function canEdit({ json }: ChatOptions, out: { readonly isTerminal: boolean }): boolean {
  return !json && out.isTerminal && Deno.stdin.isTerminal();
}

/** Whether flags are to be kept, and nothing else. */
export function onlySaves({ saved, question, readsInput, ...others }: ChatOptions): boolean {
  const { lists, listsModels, open } = others;
  const asks = question !== "" || readsInput || lists || listsModels || open !== undefined;
  return saved !== undefined && !asks;
}

/** What a command line is read with. */
export interface OptionsContext {
  readonly inputIsTerminal?: boolean | undefined;
  /** Whether the output is one too, so that a session can be held. */
  readonly outputIsTerminal?: boolean | undefined;
  /** What an earlier run has kept. */
  readonly settings?: Settings | undefined;
  /** What `--continue` goes on from. */
  readonly conversation?: Conversation | undefined;
}

/** Reads the command line. Throws a UsageError that says what to do. */
export function parseOptions(
  args: readonly string[],
  { inputIsTerminal = true, outputIsTerminal = false, settings = {}, conversation }:
    OptionsContext = {},
): ChatOptions | "help" | "version" {
  const { values: written, positionals } = parseFlags(args);
  if (written.help) return "help";
  if (written.version) return "version";
  if (written.continue && conversation === undefined) throw new UsageError(NOTHING_TO_GO_ON_FROM);
  const last = written.continue ? conversation : undefined;
  const values = written["delete-model"] ? written : withSettings(written, last?.flags ?? settings);
  const words = positionals.filter((word) => word !== "-");
  const question = questionText(words.join(" ")).trim();
  const needsQuestion = !values.stars && !values.models && !values["delete-model"] &&
    values.open === undefined && !values.save;
  const readsInput = words.length < positionals.length ||
    (needsQuestion && question === "" && !inputIsTerminal);
  const opensSession = needsQuestion && question === "" && !readsInput && outputIsTerminal &&
    !values.matches && !values.json && values.export === undefined;
  if (needsQuestion && question === "" && !readsInput && !opensSession) {
    throw new UsageError(ADD_A_QUESTION);
  }
  checkFlags({ values, positionals });
  return {
    question,
    opensSession,
    turns: last?.turns ?? [],
    flags: keylessSettingsOf(values),
    typed: readQuery(question).typed,
    readsInput,
    ...placeOf(values),
    user: given(values.user, readUser),
    systemPrompt: values.system,
    maxTokens: given(values["max-tokens"], readMaxTokens),
    rankMode: given(values.rank, readRankMode),
    wantsEnglish: values.english ?? false,
    download: values.download ?? false,
    deletesModel: values["delete-model"] ?? false,
    matchesOnly: values.matches ?? false,
    lists: values.stars ?? false,
    listsModels: values.models ?? false,
    exportFormat: given(values.export, readExportFormat),
    open: given(values.open, readMatchNumber),
    json: values.json ?? false,
    saved: values.save ? settingsOf(written) : undefined,
    folder: values.folder ?? FOLDER,
  };
}

/** Whom to ask. A name that stands for one server knows its address. */
function placeOf(values: Flags["values"]): Pick<ChatOptions, "provider" | "model" | "baseUrl"> {
  const provider = given(values.provider, readProvider);
  const baseUrl = given(values["base-url"], readAddress) ?? provider?.baseUrl;
  return { provider: provider?.id, model: values.model, baseUrl };
}

const NOTHING_TO_GO_ON_FROM = "There is no earlier question to go on from. Leave out --continue";

export const ADD_A_QUESTION = 'Add a question, such as "search code from the terminal"';

function given<Value>(
  text: string | undefined,
  read: (text: string) => Value,
): Value | undefined {
  return text === undefined ? undefined : read(text);
}
