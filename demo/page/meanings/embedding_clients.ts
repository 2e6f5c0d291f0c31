// Copyright 2026 the Rivulet authors. MIT license.

import { OllamaEmbeddingClient } from "@rivulet/llm";
import { listModels, localServers, ModelMissingError } from "../../engines/local_server.ts";
import type { Cell } from "../cell.ts";
import { engineChoice } from "../engines/engine_choice.ts";
import type { Settings } from "../settings.ts";

/** The first call loads the model. */
const TIMEOUT_MS = 60_000;

/** Reaches the embedding models of the Ollama that is set up. */
export class EmbeddingClients {
  readonly #settings: Cell<Settings>;
  #last: { key: string; client: OllamaEmbeddingClient } | undefined;

  constructor(settings: Cell<Settings>) {
    this.#settings = settings;
  }

  /** The same client for the same model: it has found out which endpoint the server has. */
  get(model: string): OllamaEmbeddingClient {
    const baseUrl = new URL(this.#baseUrl).origin;
    const key = `${baseUrl} ${model}`;
    if (this.#last?.key !== key) {
      const client = new OllamaEmbeddingClient({ baseUrl, model, timeoutMs: TIMEOUT_MS });
      this.#last = { key, client };
    }
    return this.#last.client;
  }

  /** Rejects with a ModelMissingError where the server does not have the model. */
  async check(model: string, signal: AbortSignal): Promise<void> {
    const ollama = localServers.get("local-a")!;
    const names = (await listModels(ollama, this.#baseUrl, signal)).map(({ name }) => name);
    if (names.some((name) => name === model || name === `${model}:latest`)) return;
    throw new ModelMissingError(`${model} is not installed. Run: ${ollama.pullCommand(model)}`);
  }

  get #baseUrl(): string {
    return engineChoice(this.#settings.get(), "local-a").baseUrl;
  }
}
