// Copyright 2026 the Rivulet authors. MIT license.

import { getProviderById, type LLMProviderId } from "@rivulet/llm/providers";
import { localServers } from "../../engines/local_server.ts";
import { formatPlural } from "./format.ts";

/** What the list of a server's models means for a person. */
export function modelListWords(
  id: LLMProviderId,
  models: readonly string[],
  server: string | undefined,
): string {
  const { defaultModel } = getProviderById(id).definition;
  const known = [...localServers.values()].find(({ name }) => name === server);
  if (models.length === 0) {
    return known === undefined
      ? "No model is loaded there."
      : `No model is installed. Run: ${known.pullCommand(defaultModel)}`;
  }
  // Only Ollama has a model that is asked for by itself.
  if (models.includes(defaultModel) || id !== "local-a" || known === undefined) {
    return `${formatPlural(models.length, "model")} ready.`;
  }
  return `${defaultModel} is not installed. Pick one you have, or run: ${
    known.pullCommand(defaultModel)
  }`;
}
