// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMStreamProvider } from "@rivulet/llm";
import { Lazy } from "../state/lazy.ts";

/** The engine that runs in this browser. Its program is loaded at the first question. */
const engine = new Lazy(async () => (await import("./in_browser.ts")).createBrowserProvider());

/** Where the files of its models come from. */
export const MODEL_HOSTS: readonly string[] = ["huggingface.co", "raw.githubusercontent.com"];

/** The engine; rejects where its program does not come. */
export function loadBrowserEngine(): Promise<LLMStreamProvider> {
  return engine.get();
}

/** Frees the memory of the engine, where it is loaded. */
export async function unloadBrowserEngine(): Promise<void> {
  await (await engine.loaded)?.unload();
}
