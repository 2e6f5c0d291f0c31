// Copyright 2026 the Rivulet authors. MIT license.

import { asObject } from "../../core/json.ts";
import { ProviderError } from "../../core/provider_error.ts";
import type { WebLLMAppConfig } from "../types.ts";
import { keptAddresses, WEIGHTS } from "./model_files.ts";

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
