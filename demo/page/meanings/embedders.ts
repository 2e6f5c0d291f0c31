// Copyright 2026 the Rivulet authors. MIT license.

import { OllamaEmbeddingClient, OpenAICompatibleEmbeddingClient } from "@rivulet/llm/embedding";
import { servedModel } from "../../engines/served_model.ts";
import type { Embedder } from "./embedder.ts";
import { BrowserEmbedder } from "./browser_embedder.ts";
import { isBrowserModel } from "./meaning_models.ts";
import type { OllamaAccess } from "./ollama_access.ts";

/** The first call loads the model. */
const TIMEOUT_MS = 60_000;

/** Reaches the models that read meanings: those of the servers that are set up, and our own. */
export class Embedders {
  readonly browser: BrowserEmbedder = new BrowserEmbedder();
  readonly #ollama: OllamaAccess;
  #last: { key: string; client: Embedder } | undefined;

  constructor(ollama: OllamaAccess) {
    this.#ollama = ollama;
  }

  /** The same one for the same model: it has found out which endpoint the server has. */
  get(model: string): Embedder {
    if (isBrowserModel(model)) return this.browser;
    const { server } = servedModel(model);
    const baseUrl = this.#ollama.baseUrl(server);
    const key = `${baseUrl} ${model}`;
    if (this.#last?.key !== key) this.#last = { key, client: clientOf(model, baseUrl) };
    return this.#last.client;
  }

  /**
   * Gets a model ready: asks the server whether it has it, or brings it to this browser where that
   * was agreed to. Rejects where the model cannot be used.
   */
  async prepare(
    model: string,
    { mayDownload, signal }: { mayDownload: boolean; signal: AbortSignal },
  ): Promise<void> {
    if (!isBrowserModel(model)) return await this.#ollama.check(model, signal);
    if (!mayDownload) return;
    await this.browser.allowDownload();
    // All may have been read before, and then questions alone need the model.
    await this.browser.embedBatch(["stars"], { signal });
  }
}

function clientOf(id: string, baseUrl: string): Embedder {
  const { server, name: model } = servedModel(id);
  const options = { model, timeoutMs: TIMEOUT_MS };
  return server === "local-b"
    ? new OpenAICompatibleEmbeddingClient({ baseUrl, ...options })
    : new OllamaEmbeddingClient({ baseUrl: new URL(baseUrl).origin, ...options });
}
