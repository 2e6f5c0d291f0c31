// Copyright 2026 the Rivulet authors. MIT license.

import { asNumber, asObject, asText } from "../../core/json.ts";
import { parseUrl } from "../../core/parse_url.ts";
import type { WebLLMAppConfig, WebLLMModelRecord } from "../types.ts";
import { modelFolder, WEIGHTS } from "./model_files.ts";

/** The file that names the parts of the weights, and how long each is. */
export const LIST_OF_WEIGHTS = "tensor-cache.json";

/**
 * Deletes the parts of a model's weights that are not as long as its list says. A fault of the
 * engine up to 0.2.86: it takes whatever is there, whole or not, and fails with it. Now only these
 * are downloaded again, and until then the model is not here.
 */
export async function dropWrongWeights(
  { model }: WebLLMModelRecord,
  { cacheBackend = "cache" }: WebLLMAppConfig,
): Promise<void> {
  if (cacheBackend !== "cache") return;
  try {
    // To open one that is not there would make it.
    if (await caches.has(WEIGHTS)) await dropFrom(await caches.open(WEIGHTS), modelFolder(model));
  } catch {
    // The engine tells what is wrong with the storage.
  }
}

async function dropFrom(cache: Cache, folder: string): Promise<void> {
  const list = folder + LIST_OF_WEIGHTS;
  const kept = await cache.match(list);
  if (kept === undefined) return;
  const { records } = asObject(await kept.json().catch(() => undefined));
  if (!Array.isArray(records)) return void await cache.delete(list);
  for (const { dataPath, nbytes } of records.map(asObject)) {
    const address = parseUrl(asText(dataPath) ?? "", list)?.href ?? list;
    const length = asNumber(nbytes);
    const part = await cache.match(address);
    if (part !== undefined && length !== undefined && await isOfOtherLength(part, length)) {
      await cache.delete(address);
    }
  }
}

/**
 * Whether a file is not as long as it should be. To look into all of them takes a second for each
 * gigabyte, so this is done only where the header gives reason to: it may be about compressed bytes.
 */
async function isOfOtherLength(part: Response, length: number): Promise<boolean> {
  const told = part.headers.get("content-length");
  if (told === null || Number(told) === length) return false;
  return (await part.blob()).size !== length;
}
