// Copyright 2026 the Rivulet authors. MIT license.

import type { WebLLMEmbeddingClient } from "@rivulet/llm/webllm";
import { MEANING_PICK } from "../target/model_picks.ts";
import { Lazy } from "../state/lazy.ts";
import type { Embedder } from "./embedder.ts";

/** Makes a client; a download is one that the person has agreed to. */
export type CreateClient = (options: {
  model: string;
  allowModelDownload: boolean;
  onInitProgress: (progress: number, text: string) => void;
}) => Promise<WebLLMEmbeddingClient>;

/** Reads meanings with the model in this browser. Its program is loaded with the first text. */
export class BrowserEmbedder implements Embedder {
  /** Hears what is reported while the model loads. */
  onProgress: (progress: number, text: string) => void = () => {};
  readonly #create: CreateClient;
  #client: Lazy<WebLLMEmbeddingClient>;
  #mayDownload = false;

  constructor(create: CreateClient = createClient) {
    this.#create = create;
    this.#client = this.#prepare();
  }

  /** The person has agreed to the download. */
  async allowDownload(): Promise<void> {
    if (!this.#mayDownload) await this.#renew(true);
  }

  async embedBatch(
    texts: readonly string[],
    options: { signal?: AbortSignal } = {},
  ): Promise<Float32Array[]> {
    return await (await this.#client.get()).embedBatch(texts, options);
  }

  async *embedMany(
    texts: readonly string[],
    options: { batchSize: number; signal: AbortSignal },
  ): AsyncIterable<Float32Array[]> {
    yield* (await this.#client.get()).embedMany(texts, options);
  }

  /** Frees its memory, where it is loaded. A download needs another consent from now on. */
  async unload(): Promise<void> {
    await this.#renew(false);
  }

  async #renew(mayDownload: boolean): Promise<void> {
    const before = this.#client.loaded;
    this.#mayDownload = mayDownload;
    this.#client = this.#prepare();
    await (await before)?.unload();
  }

  #prepare(): Lazy<WebLLMEmbeddingClient> {
    const allowModelDownload = this.#mayDownload;
    const onInitProgress = (progress: number, text: string) => this.onProgress(progress, text);
    return new Lazy(() =>
      this.#create({ model: MEANING_PICK.id, allowModelDownload, onInitProgress })
    );
  }
}

const createClient: CreateClient = async (options) =>
  (await import("../target/in_browser.ts")).createBrowserEmbedder(options);
