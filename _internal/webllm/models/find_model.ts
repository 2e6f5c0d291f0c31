// Copyright 2026 the Rivulet authors. MIT license.

import { ProviderError } from "../../core/provider_error.ts";
import type { WebLLMAppConfig, WebLLMModelRecord } from "../types.ts";

const MAX_MATCHES = 3;

// Parts of the wanted name: all ids of one family share their ending, so a match must also come
// near the best one.
const MIN_SHARE = 0.6;
const MAX_DISTANCE = 0.2;

/** The model with this id; throws a ProviderError with code `config` where there is none. */
export function findModel(id: string, appConfig: WebLLMAppConfig): WebLLMModelRecord {
  const record = appConfig.model_list.find((record) => record.model_id === id);
  if (record !== undefined) return record;
  const hint = hintAt("similar ids", similarIds(String(id), idsOf(appConfig)));
  const name = JSON.stringify(id);
  throw new ProviderError("config", `Choose a model of the list, ${name} is not in it${hint}`);
}

/** The ids of all models. */
export function idsOf(appConfig: WebLLMAppConfig): string[] {
  return appConfig.model_list.map((record) => record.model_id);
}

/** The end of a message that names ids, if there are any. */
export function hintAt(what: string, ids: readonly string[]): string {
  return ids.length === 0 ? "" : `; ${what} are ${ids.map((id) => JSON.stringify(id)).join(", ")}`;
}

/**
 * The ids that hold most of the wanted one's letter pairs, best first: finds typos and names from
 * other model servers.
 */
function similarIds(wanted: string, ids: readonly string[]): string[] {
  const pairs = letterPairs(wanted);
  const candidates = ids
    .map((id) => ({ id, share: sharedPart(pairs, letterPairs(id)) }))
    .sort((a, b) => b.share - a.share || a.id.length - b.id.length)
    .slice(0, MAX_MATCHES);
  const least = Math.max(MIN_SHARE, (candidates[0]?.share ?? 0) - MAX_DISTANCE);
  return candidates.filter(({ share }) => share >= least).map(({ id }) => id);
}

function sharedPart(wanted: Set<string>, found: Set<string>): number {
  const shared = [...wanted].filter((pair) => found.has(pair)).length;
  return wanted.size === 0 ? 0 : shared / wanted.size;
}

function letterPairs(text: string): Set<string> {
  const letters = text.toLowerCase().replace(/[^a-z0-9]/g, "");
  return new Set([...letters].slice(1).map((letter, index) => `${letters[index]}${letter}`));
}
