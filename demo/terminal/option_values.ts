// Copyright 2026 the Rivulet authors. MIT license.

import { type LLMProviderId, TOP_K_LIMIT } from "@rivulet/llm";
import type { ExportFormat } from "../stars/export_formats.ts";
import type { RankMode } from "../stars/ranking.ts";
import { readUserName } from "../stars/user_name.ts";
import { nearest } from "./did_you_mean.ts";
import { providerNamed, providerWords } from "./provider_names.ts";

/** The command line cannot be understood. The message says what to do. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export type { ExportFormat };

const RANK_MODES = ["keyword", "embedding", "both"] as const satisfies readonly RankMode[];
const EXPORT_FORMATS = ["md", "csv", "json"] as const satisfies readonly ExportFormat[];

/** The provider, and where its servers listen where that is known by the name alone. */
export function readProvider(name: string): { id: LLMProviderId; baseUrl?: string } {
  const found = providerNamed(name);
  if (found !== undefined) return found;
  const words = providerWords();
  const meant = nearest(name, words);
  const way = meant === undefined ? `Choose one of ${words.join(", ")}` : `Did you mean ${meant}?`;
  throw new UsageError(`There is no provider "${name}". ${way}`);
}

export function readRankMode(mode: string): RankMode {
  return readChoice(mode, RANK_MODES, "--rank");
}

export function readExportFormat(format: string): ExportFormat {
  return readChoice(format, EXPORT_FORMATS, "--export");
}

export function readAddress(address: string): string {
  if (isAddress(address)) return address;
  throw new UsageError("Enter an address that starts with http:// or https:// after --base-url");
}

export function isAddress(text: string): boolean {
  return /^https?:\/\/[^/]/i.test(text) && URL.canParse(text);
}

/** GitHub's rule for user names also keeps the name safe as a file name. */
export function readUser(name: string): string {
  const user = readUserName(name);
  if (user !== undefined) return user;
  throw new UsageError(`Enter a GitHub user name, "${name}" is none`);
}

export function readMaxTokens(text: string): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new UsageError(`Enter a number of tokens after --max-tokens, "${text}" is none`);
}

export function readMatchNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= TOP_K_LIMIT) return number;
  throw new UsageError(`Enter the number of a match, 1 to ${TOP_K_LIMIT}, after --open`);
}

function readChoice<Value extends string>(
  text: string,
  choices: readonly Value[],
  what: string,
): Value {
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  throw new UsageError(`Choose ${what} of ${choices.join(", ")}, not "${text}"`);
}
