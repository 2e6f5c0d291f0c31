// Copyright 2026 the Rivulet authors. MIT license.

import type { StarShelf } from "../stars/star_shelf.ts";
import { VectorStore } from "./vector_store.ts";

/** The vectors of a list by a model, as far as they are kept. No request. */
export async function loadVectors(
  shelf: StarShelf,
  login: string,
  model: string,
): Promise<VectorStore> {
  const database = await shelf.database();
  const saved = await database?.get("vectors", VectorStore.keyOf(login, model));
  return new VectorStore(login, model, saved);
}

/** Keeps the vectors, where there are any. */
export async function saveVectors(shelf: StarShelf, store: VectorStore): Promise<void> {
  const block = store.toBlock();
  if (block === undefined) return;
  const { login, model } = store;
  const database = await shelf.database();
  await database?.put("vectors", {
    key: VectorStore.keyOf(login, model),
    login,
    model,
    ...block,
  });
}
