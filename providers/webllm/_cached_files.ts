// Copyright 2026 the Rivulet authors. MIT license.

import type { WebLLMModelRecord } from "./types.ts";

/** The names of the engine's caches. */
const MODEL_CACHES = ["webllm/model", "webllm/config"];
const PROGRAM_CACHE = "webllm/wasm";

/**
 * Deletes everything that the Cache API holds of a model. The engine's own function leaves the list
 * of weights behind, fetches it where it is missing, and fails where it is damaged, which is when
 * people want to delete.
 */
export async function deleteCachedFiles(record: WebLLMModelRecord): Promise<void> {
  const { model, model_lib: program } = record;
  const folder = new URL(model.endsWith("/") ? model : `${model}/`).href;
  for (const name of MODEL_CACHES) {
    if (!await caches.has(name)) continue;
    const cache = await caches.open(name);
    const requests = await cache.keys();
    const ours = requests.filter(({ url }) => url.startsWith(folder));
    await Promise.all(ours.map((request) => cache.delete(request)));
  }
  if (await caches.has(PROGRAM_CACHE)) await (await caches.open(PROGRAM_CACHE)).delete(program);
}
