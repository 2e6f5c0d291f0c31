// Copyright 2026 the Rivulet authors. MIT license.

import { untilStopped } from "../_abort.ts";
import { ProviderError } from "../errors.ts";
import type { LLMProviderConfig } from "../types.ts";
import { type DeviceFeatures, requestFeatures } from "./_device.ts";
import { type EngineModule, importEngine } from "./_engine.ts";
import { EngineHost } from "./_engine_host.ts";
import type { ModelEngine } from "./_model_engine.ts";
import { ModelList, type Purpose } from "./_model_list.ts";
import type { Turn } from "./_turn.ts";
import type { WebLLMProviderOptions } from "./types.ts";

/** Which model is wanted, and whether it may be downloaded. */
export type ModelChoice = Pick<LLMProviderConfig, "model" | "allowModelDownload">;

/** What one provider or client knows of this device, and its engine. */
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
   * Joins the queue. Rejects before anything is downloaded where the model is not for this purpose,
   * cannot run here, or may not be fetched.
   */
  async enter(
    choice: ModelChoice,
    { purpose, stop }: { purpose: Purpose; stop: AbortSignal },
  ): Promise<Turn> {
    const features = await untilStopped(this.features(), stop);
    const list = await untilStopped(this.list(), stop);
    list.assertUsable(choice.model, { purpose, features });
    await untilStopped(this.#assertAvailable(choice), stop);
    return this.host.enter(choice.model);
  }

  /** Loads the model of a turn when it is due. */
  load(turn: Turn, { allowModelDownload }: ModelChoice): Promise<ModelEngine> {
    return this.host.load(turn, async (model) => {
      const list = await this.list();
      const cached = await list.isCached(model);
      // It may have been deleted while the turn was waiting.
      if (allowModelDownload !== true) assertCached(model, cached);
      return { list, createWorker: this.#createWorker, cached };
    });
  }

  /**
   * Leaves the queue as soon as the engine is free, at once where it was not used; an engine that
   * failed is not used again, since its device may be lost.
   */
  async leave(turn: Turn, usable?: Promise<boolean>): Promise<void> {
    if (usable !== undefined && !(await usable)) this.host.drop();
    this.host.leave(turn);
  }

  /** Whether the weights of a model are on this device. */
  async isCached(id: string): Promise<boolean> {
    return await (await this.list()).isCached(id);
  }

  /** Deletes the files of a model once it is unloaded. */
  async delete(id: string): Promise<void> {
    const list = await this.list();
    list.find(id);
    await this.unload(id, () => list.delete(id));
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

  async #assertAvailable({ model, allowModelDownload }: ModelChoice): Promise<void> {
    if (allowModelDownload !== true && !this.host.has(model)) {
      assertCached(model, await this.isCached(model));
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

/**
 * A function that runs the given one at the first call and hands on its outcome from then on. A
 * failure is forgotten.
 */
function once<T>(run: () => Promise<T>): () => Promise<T> {
  let outcome: Promise<T> | undefined;
  return () => {
    outcome ??= run().catch((error) => {
      outcome = undefined;
      throw error;
    });
    return outcome;
  };
}
