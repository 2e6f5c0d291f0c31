// Copyright 2026 the Rivulet authors. MIT license.

// What this browser keeps of the engine's models. The engine itself is far too large to be loaded
// for this question, and its files can be seen without it.

import { loadedModels } from "./loaded_models.ts";

/** Where the engine keeps its files. */
const CACHES = ["webllm/model", "webllm/config", "webllm/wasm"];
const WEIGHTS = "webllm/model";
/** What stands beside the weights: their list, and the tokenizer. */
const NO_WEIGHTS = /\.(json|model)$/;

/** A model that this browser keeps, as a whole or in part. */
export interface KeptModel {
  readonly id: string;
  readonly bytes: number;
}

/** A file, with the cache that it is in. */
interface KeptFile {
  readonly cache: Cache;
  readonly url: string;
}

async function* keptFiles(names: readonly string[]): AsyncGenerator<KeptFile> {
  for (const name of names) {
    // To open one that is not there would make it.
    if (!(await caches.has(name))) continue;
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) yield { cache, url };
  }
}

/** The models that this browser keeps files of. */
export async function keptModels(): Promise<KeptModel[]> {
  const bytes = new Map<string, number>();
  for await (const { cache, url } of keptFiles(CACHES)) {
    const id = modelOf(url);
    if (id === undefined) continue;
    const size = (await (await cache.match(url))?.blob())?.size ?? 0;
    bytes.set(id, (bytes.get(id) ?? 0) + size);
  }
  return [...bytes].map(([id, size]) => ({ id, bytes: size }));
}

/** How much of a model's weights is here: a download that was cancelled leaves a part. */
export type KeptShare = "none" | "part" | "whole";

/** Looks how much of a model's weights is here. */
export async function keptShare(id: string): Promise<KeptShare> {
  // A browser that keeps nothing needs not know what would be a whole model.
  if (!("caches" in globalThis) || !await caches.has(WEIGHTS)) return "none";
  const { isWebLLMModelCached } = await import("./model_check.ts");
  if (await isWebLLMModelCached(id)) return "whole";
  for await (const { url } of keptFiles([WEIGHTS])) {
    if (modelOf(url) === folderOf(id) && !NO_WEIGHTS.test(url)) return "part";
  }
  return "none";
}

/** How much of each of these models is here. */
export async function keptShares(
  models: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, KeptShare>> {
  const shares = models.map(async ({ id }) => [id, await keptShare(id)] as const);
  return new Map(await Promise.all(shares));
}

/** Deletes the files of a model. */
export async function deleteKeptModel(id: string): Promise<void> {
  for await (const { cache, url } of keptFiles(CACHES)) {
    if (modelOf(url) === folderOf(id)) await cache.delete(url);
  }
}

/**
 * Deletes the files of the models that this page has loaded, and the caches that are empty then.
 * Another app of this origin may keep its own models in them.
 */
export async function deleteLoadedModels(): Promise<void> {
  if (!("caches" in globalThis)) return;
  const ids = loadedModels();
  for (const id of ids) await deleteKeptModel(id);
  if (ids.length === 0) return;
  for (const name of CACHES) {
    if (!await caches.has(name)) continue;
    const rest = await (await caches.open(name)).keys();
    if (rest.length === 0) await caches.delete(name);
  }
}

/** Whether this page has loaded a model, so that its files are the page's own. */
export function isLoadedHere(id: string): boolean {
  return loadedModels().some((loaded) => folderOf(loaded) === id);
}

/** Models that differ in the size of a batch alone have the same files. */
function folderOf(id: string): string {
  return id.replace(/-MLC-b\d+$/, "-MLC");
}

/**
 * The id of the model to which an address belongs: the folder of its files, or the name of its
 * program.
 */
function modelOf(url: string): string | undefined {
  const folder = /\/([^/]+-MLC)\/(?:resolve|raw)\//.exec(url)?.[1];
  if (folder !== undefined) return folder;
  const file = url.slice(url.lastIndexOf("/") + 1);
  if (!file.endsWith(".wasm")) return undefined;
  const program = /^.+?-q\d+f\d+(?:_\d)?(?=[-_])/.exec(file)?.[0];
  // Two generations of this model share a program, which has the name of the older one.
  return program && `${program.replace(/^Qwen2-0\.5B/, "Qwen2.5-0.5B")}-MLC`;
}
