// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderId } from "@rivulet/llm";
import { readQuery } from "../stars/query.ts";
import type { TypedFilter } from "../stars/typed_filter.ts";
import type { RankMode } from "../stars/ranking.ts";
import { checkFlags, parseFlags } from "./flags.ts";
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

/** In the project's folder, so that the program needs no permission for any other. */
const FOLDER = ".rivulet";

/** What the command line asks for. */
export interface ChatOptions {
  /** Empty where none is needed, or where it comes from the standard input. */
  readonly question: string;
  /** The filters among the words of the command line, such as `lang:rust`. */
  readonly typed: readonly TypedFilter[];
  /** Whether the question, or the rest of it, comes from the standard input. */
  readonly readsInput: boolean;
  /** A GitHub user; undefined for the sample. */
  readonly user?: string | undefined;
  readonly provider?: LLMProviderId | undefined;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly systemPrompt?: string | undefined;
  readonly maxTokens?: number | undefined;
  /** What to compare by; undefined for both where it can be had. */
  readonly rankMode?: RankMode | undefined;
  /** Whether a model that runs in this program may be downloaded. */
  readonly download: boolean;
  /** Whether a model is to be deleted that runs in this program, and nothing else. */
  readonly deletesModel: boolean;
  /** Only the matches, no model. */
  readonly matchesOnly: boolean;
  /** All that is searched, no question. */
  readonly lists: boolean;
  readonly exportFormat?: ExportFormat | undefined;
  /** The match whose address is wanted. */
  readonly open?: number | undefined;
  /** One JSON object a line. */
  readonly json: boolean;
  /** Where files are kept between two runs. */
  readonly folder: string;
}

/** Whether a model is to be asked. */
export function wantsAnswer({ matchesOnly, lists, exportFormat, open }: ChatOptions): boolean {
  return !matchesOnly && !lists && exportFormat === undefined && open === undefined;
}

/** Reads the command line. Throws a UsageError that says what to do. */
export function parseOptions(
  args: readonly string[],
  { inputIsTerminal = true }: { inputIsTerminal?: boolean } = {},
): ChatOptions | "help" | "version" {
  const flags = parseFlags(args);
  const { values, positionals } = flags;
  if (values.help) return "help";
  if (values.version) return "version";
  const words = positionals.filter((word) => word !== "-");
  const question = words.join(" ").trim();
  const lists = values.stars ?? false;
  const deletesModel = values["delete-model"] ?? false;
  const needsQuestion = !lists && !deletesModel && values.open === undefined;
  const readsInput = words.length < positionals.length ||
    (needsQuestion && question === "" && !inputIsTerminal);
  if (needsQuestion && question === "" && !readsInput) throw new UsageError(ADD_A_QUESTION);
  checkFlags(flags);
  return {
    question,
    typed: readQuery(question).typed,
    readsInput,
    user: given(values.user, readUser),
    provider: given(values.provider, readProvider),
    model: values.model,
    baseUrl: given(values["base-url"], readAddress),
    systemPrompt: values.system,
    maxTokens: given(values["max-tokens"], readMaxTokens),
    rankMode: given(values.rank, readRankMode),
    download: values.download ?? false,
    deletesModel,
    matchesOnly: values.matches ?? false,
    lists,
    exportFormat: given(values.export, readExportFormat),
    open: given(values.open, readMatchNumber),
    json: values.json ?? false,
    folder: values.folder ?? FOLDER,
  };
}

export const ADD_A_QUESTION = 'Add a question, such as "search code from the terminal"';

function given<Value>(
  text: string | undefined,
  read: (text: string) => Value,
): Value | undefined {
  return text === undefined ? undefined : read(text);
}
