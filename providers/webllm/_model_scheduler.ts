// Copyright 2026 the Rivulet authors. MIT license.

import { untilAborted } from "../../_shared/stop.ts";
import { ProviderError } from "../errors.ts";
import type { LLMProviderConfig } from "../types.ts";
import { type DeviceFeatures, requestFeatures } from "./_device.ts";
import { importEngine } from "./_engine.ts";
import { loadModule } from "./_load_module.ts";
import { once } from "./_once.ts";
import { EngineQueue } from "./_engine_queue.ts";
import type { ModelEngine } from "./_model_engine.ts";
import { ModelList, type Purpose } from "./_model_list.ts";
import type { QueueEntry } from "./_queue_entry.ts";
import type { WebLLMProviderOptions } from "./types.ts";

/** Which model is wanted, and whether it may be downloaded. */
export type ModelChoice = Pick<LLMProviderConfig, "model" | "allowModelDownload">;

/** What one provider or client knows of this device, and its engine. */
export class ModelScheduler {
  readonly queue: EngineQueue = new EngineQueue();
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
  ): Promise<QueueEntry> {
    const features = await untilAborted(this.features(), stop);
    const list = await untilAborted(this.list(), stop);
    list.assertUsable(choice.model, { purpose, features });
    await untilAborted(this.#assertAvailable(choice), stop);
    return this.queue.enter(choice.model);
  }

  /** Loads the model of a turn when it is due. */
  load(entry: QueueEntry, { allowModelDownload }: ModelChoice): Promise<ModelEngine> {
    return this.queue.load(entry, async (model) => {
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
  async leave(entry: QueueEntry, usable?: Promise<boolean>): Promise<void> {
    if (usable !== undefined && !(await usable)) this.queue.drop();
    this.queue.leave(entry);
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
    const entry = this.queue.enter();
    try {
      await entry.granted;
      if (model === undefined || this.queue.has(model)) await this.queue.drop();
      await andThen?.();
    } finally {
      this.queue.leave(entry);
    }
  }

  async #assertAvailable({ model, allowModelDownload }: ModelChoice): Promise<void> {
    if (allowModelDownload !== true && !this.queue.has(model)) {
      assertCached(model, await this.isCached(model));
    }
  }
}

function assertCached(model: string, cached: boolean): void {
  if (cached) return;
  const message = `Set allowModelDownload to download "${model}", it is not on this device`;
  throw new ProviderError("download-required", message);
}
