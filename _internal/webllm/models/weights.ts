// Copyright 2026 the Rivulet authors. MIT license.

import { asNumber, asObject, asText } from "../../core/json.ts";
import { ProviderError } from "../../core/provider_error.ts";
import { keptAddresses, modelFolder, WEIGHTS } from "./model_files.ts";
import type { WebLLMAppConfig, WebLLMModelRecord } from "../types.ts";
import { parseUrl } from "../../core/parse_url.ts";

/** Where the engine keeps the weights of all models. */
export interface WeightStore {
  readonly addresses: readonly string[];
  /** The JSON in a file that is kept; undefined where it holds none. */
  readJson(address: string): Promise<unknown>;
  close(): void;
}

/** The table of the engine's databases; the address of a file is its key. */
const TABLE = "urls";

/** Throws a ProviderError of code `unsupported` where only the engine can look. */
export async function openWeightStore(
  backend: WebLLMAppConfig["cacheBackend"] = "cache",
): Promise<WeightStore> {
  if (backend === "cache") return await cacheStore();
  if (backend === "indexeddb") return await databaseStore();
  const message =
    `Ask isModelCached() of the provider, only the engine can look into "${backend}" as cacheBackend`;
  throw new ProviderError("unsupported", message);
}

async function cacheStore(): Promise<WeightStore> {
  return {
    addresses: await keptAddresses(WEIGHTS),
    async readJson(address) {
      const response = await (await caches.open(WEIGHTS)).match(address);
      return await response?.json().catch(() => undefined);
    },
    close() {},
  };
}

/** What is used of IndexedDB here: the types of Deno and Node do not have it. */
interface Databases {
  readonly indexedDB: { open(name: string): OpenRequest };
}

interface DatabaseRequest<T> {
  readonly result: T;
  readonly error: unknown;
  onsuccess: (() => void) | null;
  onerror: (() => void) | null;
}

interface OpenRequest extends DatabaseRequest<Database> {
  readonly transaction: { abort(): void } | null;
  onupgradeneeded: (() => void) | null;
}

interface Database {
  transaction(table: string): { objectStore(name: string): Table };
  close(): void;
}

interface Table {
  getAllKeys(): DatabaseRequest<unknown[]>;
  get(key: string): DatabaseRequest<unknown>;
}

async function databaseStore(): Promise<WeightStore> {
  const database = await openDatabase();
  if (database === undefined) {
    return { addresses: [], readJson: () => Promise.resolve(undefined), close() {} };
  }
  const table = () => database.transaction(TABLE).objectStore(TABLE);
  return {
    addresses: (await outcomeOf(table().getAllKeys())).map(String),
    readJson: async (address) => asObject(await outcomeOf(table().get(address))).data,
    close: () => database.close(),
  };
}

/** The engine's database, if there is one: one without its table would break the engine. */
async function openDatabase(): Promise<Database | undefined> {
  const opening = (globalThis as unknown as Databases).indexedDB.open(WEIGHTS);
  let isNew = false;
  opening.onupgradeneeded = () => {
    isNew = true;
    opening.transaction!.abort();
  };
  try {
    return await outcomeOf(opening);
  } catch (error) {
    if (isNew) return undefined;
    throw error;
  }
}

function outcomeOf<T>(request: DatabaseRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

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
