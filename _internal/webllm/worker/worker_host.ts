// Copyright 2026 the Rivulet authors. MIT license.

import type { LoadReport } from "../package/engine_module.ts";
import type { Deletion, EngineDescription, EngineHost, HostedEngine } from "../package/engine.ts";
import { EngineWorker, Terminated } from "./engine_worker.ts";
import { WorkerEngine } from "./worker_engine.ts";
import type { WebLLMAppConfig } from "../types.ts";
import type { WebLLMWorker } from "../types.ts";

/**
 * Runs engines in workers, so that the page itself never loads the package: what has to be asked of
 * it is asked there.
 */
export class WorkerHost implements EngineHost {
  readonly #create: () => WebLLMWorker;
  #worker: EngineWorker | undefined;

  constructor(create: () => WebLLMWorker) {
    this.#create = create;
  }

  describe(): Promise<EngineDescription> {
    return this.#ask((worker) => worker.call("describe"));
  }

  isCached(id: string, appConfig: WebLLMAppConfig): Promise<boolean> {
    return this.#ask((worker) => worker.call("isCached", id, appConfig));
  }

  deleteFiles(deletion: Deletion, appConfig: WebLLMAppConfig): Promise<void> {
    return this.#ask((worker) => worker.call("deleteFiles", deletion, appConfig));
  }

  /** The one before has retired by then, so a worker that still runs was only asked. */
  start(appConfig: WebLLMAppConfig, onReport: (report: LoadReport) => void): HostedEngine {
    const worker = this.#running();
    worker.onReport = onReport;
    return new WorkerEngine(worker, appConfig);
  }

  release(): void {
    this.#worker?.terminate();
  }

  #running(): EngineWorker {
    if (this.#worker === undefined || this.#worker.ended) {
      this.#worker = new EngineWorker(this.#create);
    }
    return this.#worker;
  }

  /** The engine that runs in the worker may retire meanwhile, and its worker with it. */
  async #ask<T>(question: (worker: EngineWorker) => Promise<T>): Promise<T> {
    while (true) {
      try {
        return await question(this.#running());
      } catch (error) {
        if (!(error instanceof Terminated)) throw error;
      }
    }
  }
}
