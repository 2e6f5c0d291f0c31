// Copyright 2026 the Rivulet authors. MIT license.

import { deleteKeptModel } from "../target/kept_models.ts";
import { attempt } from "../storage/delete_everything.ts";
import { noteLoadedModel, orphanedModels } from "../storage/loaded_models.ts";

/**
 * Deletes models with their programs. Resolves with those whose programs stay, since a model of
 * another app may need them.
 */
export async function deleteModels(folders: readonly string[]): Promise<string[]> {
  const shared: string[] = [];
  // One after another: two models may share a program.
  for (const folder of folders) {
    const isGone = await attempt(async () => {
      if (await deleteKeptModel(folder)) shared.push(folder);
    });
    // What stays is to be known as the page's the next time.
    if (!isGone) noteLoadedModel(folder);
  }
  return shared;
}

/** Deletes what came into this tab while another one deleted everything. */
export async function deleteOrphans(): Promise<void> {
  await deleteModels(orphanedModels());
}
