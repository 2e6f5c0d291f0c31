// Copyright 2026 the Rivulet authors. MIT license.

import { ProviderError } from "@rivulet/llm/providers";
import type { Explanation } from "../../engines/explain.ts";
import { servedModel } from "../../engines/served_model.ts";
import { diagnose } from "../target/diagnose.ts";
import { targetOf } from "../target/target_choice.ts";
import { modelName } from "../target/model_picks.ts";
import type { Page } from "../core/page.ts";
import type { Settings } from "../storage/settings.ts";
import { isBrowserModel } from "./meaning_models.ts";
import { Meanings } from "./meanings.ts";
import { ollamaAccess } from "./ollama_access.ts";

/** Makes what reads meanings for this page. */
export function createMeanings(page: Page): Meanings {
  const { state } = page;
  return new Meanings({
    ...page,
    ollama: ollamaAccess(() => state.settings.peek()),
    explain: (error, model) => explain(error, model, state.settings.peek()),
  });
}

async function explain(error: unknown, model: string, settings: Settings): Promise<Explanation> {
  if (error instanceof ProviderError && error.code === "download-required") {
    const message = `${modelName(model)} is not on this device any more.`;
    return { message, fix: "Pick it again where you pick the stars, to download it." };
  }
  const choice = targetOf(
    settings,
    isBrowserModel(model) ? "webllm" : servedModel(model).server,
  );
  return await diagnose(error, choice);
}
