// Copyright 2026 the Rivulet authors. MIT license.

import { untilAborted } from "../../_shared/stop.ts";
import type { Engine, EngineConfig, EngineRequest, LoadReport } from "./_engine.ts";
import { EngineAnswer } from "./_engine_answer.ts";
import { EngineWorker } from "./_engine_worker.ts";
import { engineError } from "./_engine_errors.ts";
import {
  isLast,
  type LoadPhase,
  type LoadProgress,
  phaseOf,
  PREPARING,
  progressOf,
  READY,
} from "./_load_phase.ts";
import type { ModelList } from "./_model_list.ts";

/** What a load needs to know. */
export interface LoadOptions {
  readonly list: ModelList;
  readonly createWorker: (() => Worker) | undefined;
  /** Whether the weights are on this device already. */
  readonly cached: boolean;
  readonly onProgress: (progress: LoadProgress) => void;
}

/** A fresh engine with one model, from the first byte of its load to the last of its memory. */
export class ModelEngine {
  readonly model: string;
  /** Settles when the model is loaded, or its load has failed. */
  readonly ready: Promise<void>;
  readonly #options: LoadOptions;
  readonly #settled: Promise<void>;
  #engine: Engine | undefined;
  #worker: EngineWorker | undefined;
  #phase: LoadPhase | "loaded" = "preparing";
  #progress = PREPARING;
  #retired = false;

  constructor(model: string, options: LoadOptions) {
    this.model = model;
    this.#options = options;
    options.onProgress(PREPARING);
    this.ready = this.#load();
    this.#settled = this.ready.catch(() => {});
  }

  /** Whether the model can answer. */
  get loaded(): boolean {
    return this.#phase === "loaded";
  }

  /** How far the load is. */
  get progress(): LoadProgress {
    return this.#progress;
  }

  /** Starts an answer. One at a time, and only once the model is loaded. */
  answer(request: EngineRequest): EngineAnswer {
    return new EngineAnswer(this.#engine!, request, this.#worker?.broken);
  }

  /**
   * Embeds texts, which cannot be interrupted. One call at a time, and only once the model is
   * loaded.
   */
  async embed(input: string[]): Promise<unknown> {
    return await this.#guard(this.#engine!.embeddings.create({ model: this.model, input }));
  }

  /**
   * Gives the engine up, whatever it does. Settles when it holds no graphics memory. An engine
   * whose load was cancelled can be in any state, so it is never used again.
   */
  async retire(): Promise<void> {
    this.#retired = true;
    const phase = this.#phase;
    // A promise of an engine in a terminated worker never settles.
    if (this.#worker !== undefined) return this.#worker.terminate();
    // Only while it downloads does the engine listen: earlier it loses the call and then downloads
    // everything, later it must be left to finish.
    if (phase === "downloading") this.#unload();
    const unloaded = this.#settled.then(() => this.#unload());
    // Nothing is held yet, and what is on its way may hang: the first report will end it.
    if (phase !== "preparing") await unloaded;
  }

  async #load(): Promise<void> {
    try {
      this.#engine = this.#createEngine();
      await this.#guard(this.#engine.reload(this.model));
    } catch (error) {
      throw engineError(error, this.model);
    }
    this.#phase = "loaded";
    this.#report(READY);
  }

  /** A promise of an engine in a worker that breaks never settles. */
  #guard<T>(step: Promise<T>): Promise<T> {
    return this.#worker === undefined ? step : untilAborted(step, this.#worker.broken);
  }

  #createEngine(): Engine {
    const { list, createWorker } = this.#options;
    const config: EngineConfig = {
      appConfig: list.appConfig,
      initProgressCallback: (report) => this.#read(report),
      logLevel: "SILENT",
    };
    if (createWorker === undefined) return new list.engine.MLCEngine(config);
    this.#worker = new EngineWorker(createWorker);
    return new list.engine.WebWorkerMLCEngine(this.#worker.worker, config);
  }

  #read(report: LoadReport): void {
    if (this.#retired && this.#phase === "preparing") {
      throw new DOMException("The load was cancelled", "AbortError");
    }
    if (isLast(report)) return;
    this.#phase = phaseOf(report);
    this.#report(progressOf(report, this.#options));
  }

  #report(progress: LoadProgress): void {
    if (this.#retired) return;
    this.#progress = progress;
    this.#options.onProgress(progress);
  }

  async #unload(): Promise<void> {
    try {
      await this.#engine?.unload();
    } catch {
      // A lost device cannot be freed any more, and nobody uses this engine again.
    }
  }
}
