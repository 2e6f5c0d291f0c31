// Copyright 2026 the Rivulet authors. MIT license.

// Which models this page has brought into the engine's caches. These belong to the whole origin, and
// another app that uses the engine keeps its models in the same ones.

import { MODELS_KEY } from "./own_names.ts";

const ofThisTab = new Set<string>();

/** The models that this page has brought here, by the names of their folders. */
export function loadedModels(): string[] {
  try {
    const noted: unknown = JSON.parse(localStorage.getItem(MODELS_KEY) ?? "[]");
    return Array.isArray(noted) ? noted.filter((folder) => typeof folder === "string") : [];
  } catch {
    // Nothing can be read, or something else of this origin has written there.
    return [];
  }
}

/** A person has agreed to the download of this model. */
export function noteLoadedModel(folder: string): void {
  ofThisTab.add(folder);
  write([...new Set([...loadedModels(), folder])]);
}

/** It is deleted: should it come back, it may be another app that brings it. */
export function forgetLoadedModel(folder: string): void {
  ofThisTab.delete(folder);
  const noted = loadedModels();
  if (noted.includes(folder)) write(noted.filter((other) => other !== folder));
}

/** What this tab has brought here, or was about to, when another one deleted everything. */
export function orphanedModels(): string[] {
  const noted = loadedModels();
  return [...ofThisTab].filter((folder) => !noted.includes(folder));
}

function write(folders: readonly string[]): void {
  try {
    if (folders.length === 0) localStorage.removeItem(MODELS_KEY);
    else localStorage.setItem(MODELS_KEY, JSON.stringify(folders));
  } catch {
    // Where a browser keeps nothing, it keeps no model either.
  }
}
