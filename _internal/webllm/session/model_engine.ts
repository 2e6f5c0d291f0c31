// Copyright 2026 the Rivulet authors. MIT license.

import type { EngineRequest, LoadReport } from "../package/engine_module.ts";
import { EngineAnswer } from "./engine_answer.ts";
import { isMisfit, loadError, misfitError } from "../failures/engine_errors.ts";
import type { HostedEngine } from "../package/engine.ts";
import { isLast, type LoadProgress, PREPARING, progressOf, READY } from "../package/load_phase.ts";
import type { ModelList } from "../models/model_list.ts";

/** What a load needs to know. */
export interface LoadOptions {
  readonly list: ModelList;
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
  #engine: HostedEngine | undefined;
  #progress = PREPARING;
  #loaded = false;
  #retired = false;

  constructor(model: string, options: LoadOptions) {
    this.model = model;
    this.#options = options;
    options.onProgress(PREPARING);
    this.ready = this.#load();
    this.ready.catch(() => {});
  }

  /** Whether the model can answer. */
  get loaded(): boolean {
    return this.#loaded;
  }

  /** How far the load is. */
  get progress(): LoadProgress {
    return this.#progress;
  }

  /** Whether it can be given up in the middle of a step, with nothing left of it. */
  get endsAtOnce(): boolean {
    return this.#engine?.endsAtOnce ?? true;
  }

  /** Starts an answer. One at a time, and only once the model is loaded. */
  answer(request: EngineRequest): EngineAnswer {
    return new EngineAnswer(this.#engine!, request);
  }

  /**
   * Embeds texts, which cannot be interrupted. One call at a time, and only once the model is
   * loaded.
   */
  embed(input: string[]): Promise<unknown> {
    return this.#engine!.embed(input);
  }

  /** See {@linkcode HostedEngine.tokenLengths}. Only once the model is loaded. */
  tokenLengths(texts: string[]): Promise<number[] | undefined> {
    return this.#engine!.tokenLengths(texts);
  }

  /** Gives the engine up, whatever it does. Settles when it holds no graphics memory. */
  async retire(): Promise<void> {
    this.#retired = true;
    await this.#engine?.retire();
  }

  async #load(): Promise<void> {
    const { list } = this.#options;
    try {
      this.#engine = list.host.start(list.appConfig, (report) => this.#read(report));
      await this.#engine.load(this.model);
    } catch (error) {
      throw isMisfit(error) ? await this.#explainMisfit(error) : loadError(error, this.model);
    }
    this.#loaded = true;
    this.#report(READY);
  }

  async #explainMisfit(cause: unknown): Promise<unknown> {
    const { list } = this.#options;
    const { modelVersion } = await list.host.describe();
    return misfitError(cause, list.find(this.model), modelVersion);
  }

  #read(report: LoadReport): void {
    if (!isLast(report)) this.#report(progressOf(report, this.#options));
  }

  #report(progress: LoadProgress): void {
    if (this.#retired) return;
    this.#progress = progress;
    this.#options.onProgress(progress);
  }
}
