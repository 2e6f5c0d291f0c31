// Copyright 2026 the Rivulet authors. MIT license.

import { ProviderError } from "../errors.ts";
import type { LLMProviderConfig } from "../types.ts";
import { type DeviceFeatures, requestFeatures } from "./_device.ts";
import { type EngineModule, importEngine } from "./_engine.ts";
import { EngineHost } from "./_engine_host.ts";
import type { ModelEngine } from "./_model_engine.ts";
import { ModelList } from "./_model_list.ts";
import { once } from "./_once.ts";
import type { Turn } from "./_turn.ts";
import type { WebLLMProviderOptions } from "./types.ts";

/** What one provider knows of this device, and its engine. */
export class Runtime {
  readonly host: EngineHost = new EngineHost();
  /** What the graphics adapter can do. */
  readonly features: () => Promise<DeviceFeatures> = once(requestFeatures);
  /** The models; loads the module of the engine. */
  readonly list: () => Promise<ModelList>;
  readonly #createWorker: (() => Worker) | undefined;

  constructor({ worker, appConfig, loadEngine = importEngine }: WebLLMProviderOptions) {
    this.#createWorker = worker;
    this.list = once(async () => new ModelList(await loadModule(loadEngine), appConfig));
  }

  /**
   * Throws a ProviderError with code `download-required` where a model is neither here nor may be
   * fetched.
   */
  async assertAvailable({ model, allowModelDownload }: LLMProviderConfig): Promise<void> {
    if (allowModelDownload !== true && !this.host.has(model)) {
      assertCached(model, await (await this.list()).isCached(model));
    }
  }

  /** Loads the model of a turn when it is due. */
  load(turn: Turn, { allowModelDownload }: LLMProviderConfig): Promise<ModelEngine> {
    return this.host.load(turn, async (model) => {
      const list = await this.list();
      const cached = await list.isCached(model);
      // It may have been deleted while the turn was waiting.
      if (allowModelDownload !== true) assertCached(model, cached);
      return { list, createWorker: this.#createWorker, cached };
    });
  }

  /**
   * Unloads the model, or the given one only where it is loaded, and then does what needs it to be
   * unloaded.
   */
  async unload(model?: string, andThen?: () => Promise<void>): Promise<void> {
    const turn = this.host.enter();
    try {
      await turn.granted;
      if (model === undefined || this.host.has(model)) await this.host.drop();
      await andThen?.();
    } finally {
      this.host.leave(turn);
    }
  }
}

function assertCached(model: string, cached: boolean): void {
  if (cached) return;
  const message = `Set allowModelDownload to download "${model}", it is not on this device`;
  throw new ProviderError("download-required", message);
}

async function loadModule(loadEngine: () => Promise<unknown>): Promise<EngineModule> {
  try {
    return await loadEngine() as EngineModule;
  } catch (cause) {
    const message = "Check the connection and reload the page, the engine file could not be loaded";
    throw new ProviderError("engine", message, { cause });
  }
}
