// Copyright 2026 the Rivulet authors. MIT license.

import { listModels, localServers, ModelMissingError } from "../../engines/local_server.ts";
import { targetOf } from "../target/target_choice.ts";
import { mayConnect, notYetWords } from "../reach/may_connect.ts";
import type { Settings } from "../storage/settings.ts";

/** Where the Ollama that is set up is, and whether it has a model. */
export interface OllamaAccess {
  baseUrl(): string;
  /** Rejects with a ModelMissingError where the server does not have the model. */
  check(model: string, signal: AbortSignal): Promise<void>;
}

/** The Ollama of these settings, which may change. */
export function ollamaAccess(settings: () => Settings): OllamaAccess {
  const baseUrl = (): string => targetOf(settings(), "local-a").baseUrl;
  return {
    baseUrl,
    async check(model, signal) {
      if (!mayConnect(baseUrl())) throw new Error(notYetWords([baseUrl()]));
      const ollama = localServers.get("local-a")!;
      const names = (await listModels(ollama, baseUrl(), signal)).map(({ name }) => name);
      if (names.some((name) => name === model || name === `${model}:latest`)) return;
      throw new ModelMissingError(`${model} is not installed. Run: ${ollama.pullCommand(model)}`);
    },
  };
}
