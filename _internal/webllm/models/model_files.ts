// Copyright 2026 the Rivulet authors. MIT license.

import { asNumber, asObject, asText } from "../../core/json.ts";
import { parseUrl } from "../../core/parse_url.ts";
import type { EngineQuestions } from "../package/engine.ts";
import type { WebLLMAppConfig, WebLLMModelRecord } from "../types.ts";

/** The names of the engine's caches. */
export const WEIGHTS = "webllm/model";
const CONFIGURATIONS = "webllm/config";
const PROGRAMS = "webllm/wasm";

/** The file that names the parts of the weights, and how long each is. */
export const LIST_OF_WEIGHTS = "tensor-cache.json";

/**
 * Deletes everything that this device keeps of a model, but for a program that another model needs
 * which is kept.
 */
export async function deleteModelFiles(
  record: WebLLMModelRecord,
  appConfig: WebLLMAppConfig,
  engine: EngineQuestions,
): Promise<void> {
  const { cacheBackend = "cache", model_list: list } = appConfig;
  if (cacheBackend === "cache") return await deleteFromCaches(record, list);
  const withProgram = !await isProgramNeeded(record, appConfig, engine);
  await engine.deleteFiles({ id: record.model_id, withProgram }, appConfig);
}

async function isProgramNeeded(
  record: WebLLMModelRecord,
  appConfig: WebLLMAppConfig,
  engine: EngineQuestions,
): Promise<boolean> {
  for (const other of appConfig.model_list) {
    if (other.model_lib !== record.model_lib || isSameFolder(other, record)) continue;
    if (await engine.isCached(other.model_id, appConfig)) return true;
  }
  return false;
}

/**
 * A fault of the engine up to 0.2.86: its own function leaves the list of weights behind, fetches it
 * where it is missing, and fails where it is damaged, which is when people want to delete.
 */
async function deleteFromCaches(
  record: WebLLMModelRecord,
  list: readonly WebLLMModelRecord[],
): Promise<void> {
  const folder = modelFolder(record.model);
  await deleteWhere(WEIGHTS, (url) => url.startsWith(folder));
  await deleteWhere(CONFIGURATIONS, (url) => url.startsWith(folder));
  const kept = await keptAddresses(WEIGHTS);
  const needed = list.filter(({ model }) => kept.some((url) => url.startsWith(modelFolder(model))));
  const programs = list.filter((other) => isSameFolder(other, record)).map(programOf)
    .filter((program) => !needed.map(programOf).includes(program));
  await deleteWhere(PROGRAMS, (url) => programs.includes(url));
}

function isSameFolder(one: WebLLMModelRecord, other: WebLLMModelRecord): boolean {
  return modelFolder(one.model) === modelFolder(other.model);
}

/** As a cache spells the address. */
function programOf({ model_lib: program }: WebLLMModelRecord): string {
  return new URL(program, globalThis.location?.href).href;
}

/** The addresses of all files in a cache. */
export async function keptAddresses(name: string): Promise<string[]> {
  // To open one that is not there would make it.
  if (!await caches.has(name)) return [];
  return (await (await caches.open(name)).keys()).map(({ url }) => url);
}

async function deleteWhere(name: string, isMeant: (url: string) => boolean): Promise<void> {
  const addresses = (await keptAddresses(name)).filter(isMeant);
  if (addresses.length === 0) return;
  const cache = await caches.open(name);
  await Promise.all(addresses.map((url) => cache.delete(url)));
}

/** The address of the folder that the engine fetches a model from; ends with a slash. */
export function modelFolder(model: string): string {
  const folder = model.endsWith("/") ? model : `${model}/`;
  return new URL(/.\/resolve\/.+\//.test(folder) ? folder : `${folder}resolve/main/`).href;
}

/**
 * The name of a model's folder in the engine's own list. Models that differ in nothing but the size
 * of a batch or of the context share one.
 */
export function folderName(id: string): string {
  const end = id.indexOf("-MLC");
  return end === -1 ? id : id.slice(0, end + "-MLC".length);
}

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
