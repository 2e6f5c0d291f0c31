// Copyright 2026 the Rivulet authors. MIT license.

import { asObject } from "../../_internal/core/json.ts";
import { engineError } from "../../_internal/webllm/failures/engine_errors.ts";
import { findModel } from "../../_internal/webllm/models/find_model.ts";
import {
  folderName,
  LIST_OF_WEIGHTS,
  modelFolder,
} from "../../_internal/webllm/models/model_files.ts";
import type { WebLLMAppConfig } from "../../_internal/webllm/types.ts";
import { openWeightStore, type WeightStore } from "../../_internal/webllm/models/weight_store.ts";

/** Which models there are, and where their files are kept. */
export interface WebLLMCacheOptions {
  /**
   * The list that the provider gets.
   *
   * @default {the engine's own}
   */
  appConfig?: WebLLMAppConfig | undefined;
}

/**
 * Tells whether the weights of a model are on this device, like
 * {@linkcode WebLLMProvider.isModelCached}, but without the engine: nothing is downloaded, so a page
 * can ask when it opens. All parts have to be here that the model's list of weights names.
 *
 * Rejects with a {@linkcode ProviderError} of code `config` for a model that is not in `appConfig`,
 * `unsupported` where the page has no storage or only the engine can look into it (`cacheBackend` is
 * `opfs` or `cross-origin`), or `engine` where the storage cannot be read.
 *
 * @param id The id of the model.
 * @param options The list of models, where it is not the engine's own.
 * @returns Whether a question to the model needs no consent.
 *
 * @example Offer a download only where there is something to download
 * ```ts
 * import { webllm } from "@rivulet/llm";
 * import { isWebLLMModelCached } from "@rivulet/llm/webllm";
 *
 * async function buttonText(): Promise<string> {
 *   const isHere = await isWebLLMModelCached(webllm.definition.defaultModel);
 *   return isHere ? "Ask" : "Download about 700 MB and ask";
 * }
 * ```
 */
export async function isWebLLMModelCached(
  id: string,
  options?: WebLLMCacheOptions | null,
): Promise<boolean> {
  const appConfig = options?.appConfig ?? undefined;
  const folder = appConfig && modelFolder(findModel(id, appConfig).model);
  // The engine's own list cannot be had without the engine, but tells nothing more.
  const isMeant = folder === undefined
    ? (address: string) => address.includes(`/${folderName(id)}/resolve/`)
    : (address: string) => address.startsWith(folder);
  try {
    const store = await openWeightStore(appConfig?.cacheBackend);
    try {
      return await holdsWeights(store, isMeant);
    } finally {
      store.close();
    }
  } catch (error) {
    throw engineError(error, id);
  }
}

/** Whether a list of weights is kept that is meant, with all the files that it names. */
async function holdsWeights(
  { addresses, readJson }: WeightStore,
  isMeant: (address: string) => boolean,
): Promise<boolean> {
  const kept = new Set(addresses);
  for (const list of addresses.filter(isMeant)) {
    if (!list.endsWith(`/${LIST_OF_WEIGHTS}`)) continue;
    const { records } = asObject(await readJson(list));
    const isWhole = Array.isArray(records) &&
      records.every((part) => kept.has(new URL(String(asObject(part).dataPath), list).href));
    if (isWhole) return true;
  }
  return false;
}
