// Copyright 2026 the Rivulet authors. MIT license.

// Which models this page has loaded. Their files are in caches that all apps of this origin share
// which use the same engine.

import { OWN_NAMES } from "../storage/own_names.ts";

/** Remembers that this page loads a model. */
export function noteLoadedModel(id: string): void {
  try {
    const ids = loadedModels();
    if (ids.includes(id)) return;
    localStorage.setItem(OWN_NAMES.loadedModels, JSON.stringify([...ids, id]));
  } catch {
    // A browser that keeps nothing keeps no model either.
  }
}

/** The models that this page has loaded. */
export function loadedModels(): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(OWN_NAMES.loadedModels) ?? "[]");
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}
