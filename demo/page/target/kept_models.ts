// Copyright 2026 the Rivulet authors. MIT license.

// What this browser keeps of the engine's models. The engine itself is far too large to be loaded
// for this question, and its files can be seen without it.

import type { KeptShare } from "../state/consent.ts";
import { hasCache } from "../storage/has_cache.ts";
import { forgetLoadedModel, loadedModels, noteLoadedModel } from "../storage/loaded_models.ts";
import { folderOf, isNeeded, listedFolder } from "./model_files.ts";

/** Where the engine keeps its files. */
const WEIGHTS = "webllm/model";
const PROGRAMS = "webllm/wasm";
const CACHES = [WEIGHTS, "webllm/config", PROGRAMS];
/** What stands beside the weights: their list, and the tokenizer. */
const NO_WEIGHTS = /\.(json|model)$/;

/** A model that this browser keeps, as a whole or in part. */
export interface KeptModel {
  readonly id: string;
  readonly bytes: number;
  /** Whether this page has brought it here, and not another one of its origin. */
  readonly isOurs: boolean;
}

/** A file, with the cache that it is in. */
interface KeptFile {
  readonly cache: Cache;
  readonly url: string;
}

async function* keptFiles(names: readonly string[]): AsyncGenerator<KeptFile> {
  for (const name of names) {
    if (!await hasCache(name)) continue;
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) yield { cache, url };
  }
}

async function keptAddresses(name: string): Promise<string[]> {
  const addresses: string[] = [];
  for await (const { url } of keptFiles([name])) addresses.push(url);
  return addresses;
}

/** The models of the engine's list that this browser keeps files of. */
export async function keptModels(): Promise<KeptModel[]> {
  const bytes = new Map<string, number>();
  const weights = await keptAddresses(WEIGHTS);
  const programs = await keptAddresses(PROGRAMS);
  for await (const { cache, url } of keptFiles(CACHES)) {
    const folder = listedFolder(url);
    if (folder === undefined) continue;
    // A program that is left for another model is none of this one any more.
    const isLeft = programs.includes(url) && !weights.some((file) => listedFolder(file) === folder);
    if (isLeft && isNeeded(url, { weights, programs })) continue;
    const size = (await (await cache.match(url))?.blob())?.size ?? 0;
    bytes.set(folder, (bytes.get(folder) ?? 0) + size);
  }
  const ours = loadedModels();
  return [...bytes].map(([id, size]) => ({ id, bytes: size, isOurs: ours.includes(id) }));
}

/** Looks how much of a model's weights is here. */
export async function keptShare(id: string): Promise<KeptShare> {
  // A browser that keeps nothing needs not know what would be a whole model.
  if (!await hasCache(WEIGHTS)) return "none";
  const { isWebLLMModelCached } = await import("./in_browser.ts");
  if (await isWebLLMModelCached(id)) return "whole";
  const files = await keptAddresses(WEIGHTS);
  return files.some((url) => listedFolder(url) === folderOf(id) && !NO_WEIGHTS.test(url))
    ? "part"
    : "none";
}

/** How much of each of these models is here. */
export async function keptShares(
  models: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, KeptShare>> {
  const shares = models.map(async ({ id }) => [id, await keptShare(id)] as const);
  return new Map(await Promise.all(shares));
}

/** A person has agreed to the download of a model; one that is whole here was brought before. */
export async function noteDownload(id: string): Promise<void> {
  if (await keptShare(id) !== "whole") noteLoadedModel(folderOf(id));
}

/**
 * Deletes the files of a model, but for a program that another model may need. Resolves with whether
 * there is such a one.
 */
export async function deleteKeptModel(id: string): Promise<boolean> {
  const folder = folderOf(id);
  const programs = await keptAddresses(PROGRAMS);
  for await (const { cache, url } of keptFiles(CACHES)) {
    if (listedFolder(url) === folder && !programs.includes(url)) await cache.delete(url);
  }
  const weights = await keptAddresses(WEIGHTS);
  let leavesProgram = false;
  for await (const { cache, url } of keptFiles([PROGRAMS])) {
    if (listedFolder(url) !== folder) continue;
    if (isNeeded(url, { weights, programs })) leavesProgram = true;
    else await cache.delete(url);
  }
  for (const name of CACHES) {
    if ((await keptAddresses(name)).length === 0) await caches.delete(name);
  }
  forgetLoadedModel(folder);
  return leavesProgram;
}
