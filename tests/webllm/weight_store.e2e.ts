// Copyright 2026 the Rivulet authors. MIT license.

import { assertStrictEquals } from "@std/assert";
import { isWebLLMModelCached } from "@rivulet/llm/webllm";
import { withDatabase } from "../support/kept_in_memory.ts";
import { F16, inDatabase } from "./support/models.ts";

const FOLDER = `https://models.test/${F16}/resolve/main/`;

/** Keeps the files of a model as the engine does. */
async function keep(files: Record<string, unknown>): Promise<void> {
  const opening = indexedDB.open("webllm/model");
  opening.onupgradeneeded = () => opening.result.createObjectStore("urls", { keyPath: "url" });
  const database = await settled(opening);
  const table = database.transaction("urls", "readwrite").objectStore("urls");
  for (const [name, data] of Object.entries(files)) {
    await settled(table.put({ url: FOLDER + name, data }));
  }
  database.close();
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

Deno.test(
  "isWebLLMModelCached() leaves no database open, which would keep the browser from deleting it",
  withDatabase(async () => {
    const list = { records: [{ dataPath: "shard_0.bin" }] };
    await keep({ "tensor-cache.json": list, "shard_0.bin": new ArrayBuffer(1) });
    assertStrictEquals(await isWebLLMModelCached(F16, { appConfig: inDatabase }), true);
    const deleting = indexedDB.deleteDatabase("webllm/model");
    const outcome = await new Promise<string>((resolve) => {
      deleting.onsuccess = () => resolve("deleted");
      deleting.onblocked = () => resolve("blocked");
    });
    assertStrictEquals(outcome, "deleted");
  }),
);
