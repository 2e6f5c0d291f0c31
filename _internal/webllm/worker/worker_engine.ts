// Copyright 2026 the Rivulet authors. MIT license.

import type { EngineRequest } from "../package/engine_module.ts";
import type { EngineChunks, HostedEngine } from "../package/engine.ts";
import type { EngineWorker } from "./engine_worker.ts";
import type { WebLLMAppConfig } from "../types.ts";

/** An engine in a worker of its own. */
export class WorkerEngine implements HostedEngine {
  readonly endsAtOnce = true;
  readonly #worker: EngineWorker;
  readonly #appConfig: WebLLMAppConfig;

  constructor(worker: EngineWorker, appConfig: WebLLMAppConfig) {
    this.#worker = worker;
    this.#appConfig = appConfig;
  }

  load(model: string): Promise<void> {
    return this.#worker.call("load", model, this.#appConfig);
  }

  async answer(request: EngineRequest): Promise<EngineChunks> {
    const worker = this.#worker;
    await worker.call("answer", request);
    return {
      async next() {
        const { done, value } = await worker.call("nextChunk");
        return done ? { done, value: undefined } : { done, value };
      },
      async return() {
        await worker.call("leaveAnswer");
        return { done: true, value: undefined };
      },
    };
  }

  interrupt(): void {
    // A worker that has ended answers nothing either.
    this.#worker.call("interrupt").catch(() => {});
  }

  embed(input: string[]): Promise<unknown> {
    return this.#worker.call("embed", input);
  }

  tokenLengths(texts: string[]): Promise<number[] | undefined> {
    return this.#worker.call("tokenLengths", texts);
  }

  retire(): Promise<void> {
    this.#worker.terminate();
    return Promise.resolve();
  }
}
