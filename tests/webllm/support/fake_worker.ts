// Copyright 2026 the Rivulet authors. MIT license.

import type {
  Engine,
  EngineEmbeddingRequest,
  EngineRequest,
} from "../../../providers/webllm/_engine.ts";
import type { FakeEngine } from "./fake_engine.ts";

/** A worker that only knows whether it still runs. */
export class FakeWorker extends EventTarget {
  terminated = false;
  terminate(): void {
    this.terminated = true;
  }
  /** As when its file cannot be loaded; tells whether somebody took care of it. */
  break(message: string): boolean {
    return !this.dispatchEvent(new ErrorEvent("error", { message, cancelable: true }));
  }
  /** As when a message cannot be read. */
  garble(data: string): void {
    this.dispatchEvent(new MessageEvent("messageerror", { data }));
  }
}

/**
 * The engine's client of a worker: errors are texts, and nothing settles once the worker is gone.
 */
export class FakeWorkerEngine implements Engine {
  readonly #engine: FakeEngine;

  constructor(engine: FakeEngine) {
    this.#engine = engine;
  }

  readonly chat = {
    completions: {
      create: async (request: EngineRequest) => {
        structuredClone(request);
        const stream = await this.#cross(this.#engine.chat.completions.create(request));
        return this.#crossing(stream[Symbol.asyncIterator]());
      },
    },
  };

  readonly embeddings = {
    create: (request: EngineEmbeddingRequest) =>
      this.#cross(this.#engine.embeddings.create(request)),
  };

  reload(model: string): Promise<void> {
    return this.#cross(this.#engine.reload(model));
  }

  unload(): Promise<void> {
    return this.#cross(this.#engine.unload());
  }

  interruptGenerate(): void {
    if (!this.#engine.worker!.terminated) this.#engine.interruptGenerate();
  }

  async *#crossing(chunks: AsyncIterator<unknown>): AsyncGenerator<unknown> {
    try {
      while (true) {
        const { done, value } = await this.#cross(chunks.next());
        if (done) return;
        yield value;
      }
    } finally {
      await this.#cross(Promise.resolve(chunks.return?.()));
    }
  }

  #cross<T>(promise: Promise<T>): Promise<T> {
    const worker = this.#engine.worker!;
    return new Promise((resolve, reject) => {
      promise.then(
        (value) => worker.terminated || resolve(value),
        (error) => worker.terminated || reject(String(error)),
      );
    });
  }
}
