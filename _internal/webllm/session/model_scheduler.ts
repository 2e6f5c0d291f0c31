// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMModel } from "../../core/types.ts";
import { untilAborted } from "../../core/call_signal.ts";
import { ProviderError } from "../../core/provider_error.ts";
import type { LLMProviderConfig } from "../../core/types.ts";
import { type DeviceFeatures, requestFeatures } from "../models/device.ts";
import { importEngine } from "../package/engine_module.ts";
import type { EngineHost } from "../package/engine.ts";
import { EngineQueue } from "./engine_queue.ts";
import type { ModelEngine } from "./model_engine.ts";
import { ModelList, type Purpose } from "../models/model_list.ts";
import { once } from "../package/once.ts";
import type { QueueEntry } from "./queue_entry.ts";
import { SameThreadHost } from "../package/same_thread_host.ts";
import type { WebLLMProviderOptions } from "../types.ts";
import { WorkerHost } from "../worker/worker_host.ts";

/** Which model is wanted, and whether it may be downloaded. */
export type ModelChoice = Pick<LLMProviderConfig, "model" | "allowModelDownload">;

/** What one provider or client knows of this device, and its engine. */
export class ModelScheduler {
  readonly queue: EngineQueue = new EngineQueue();
  /** What the graphics adapter can do. */
  readonly features: () => Promise<DeviceFeatures> = once(requestFeatures);
  /** The models; asks the engine's module unless the app has a list of its own. */
  readonly list: () => Promise<ModelList>;
  readonly #host: EngineHost;

  constructor({ worker, appConfig, loadEngine = importEngine }: WebLLMProviderOptions) {
    this.#host = worker === undefined ? new SameThreadHost(loadEngine) : new WorkerHost(worker);
    this.list = once(async () =>
      new ModelList(this.#host, appConfig ?? (await this.#host.describe()).appConfig)
    );
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
    const { model } = choice;
    return this.queue.enter({ model, ends: (loaded) => loaded !== model });
  }

  /** Loads the model of a turn when it is due. */
  load(entry: QueueEntry, { allowModelDownload }: ModelChoice): Promise<ModelEngine> {
    return this.queue.load(entry, async (model) => {
      const list = await this.list();
      const cached = await list.isCached(model);
      // It may have been deleted while the turn was waiting.
      if (allowModelDownload !== true) assertCached(model, cached);
      return { list, cached };
    });
  }

  /**
   * Leaves the queue as soon as the engine is free, at once where it was not used; an engine that
   * failed is not used again, since its device may be lost.
   */
  async leave(entry: QueueEntry, usable?: Promise<boolean>): Promise<void> {
    if (usable === undefined) this.queue.leave(entry);
    else await this.queue.leaveWhen(usable, entry);
  }

  /** The models that the engine knows. */
  async models(): Promise<LLMModel[]> {
    return (await this.list()).models;
  }

  /** Whether the weights of a model are on this device. */
  async isCached(id: string): Promise<boolean> {
    return await (await this.list()).isCached(id);
  }

  /** Deletes the files of a model once it is unloaded. */
  async delete(id: string): Promise<void> {
    const list = await this.list();
    list.find(id);
    await this.#end((model) => model === id, () => list.delete(id));
  }

  /** Unloads the model, and frees all that runs for it. */
  async unload(): Promise<void> {
    await this.#end(() => true, () => Promise.resolve(this.#host.release()));
  }

  /** Unloads the models that are meant, and then does what needs them to be unloaded. */
  async #end(ends: (model: string) => boolean, andThen: () => Promise<void>): Promise<void> {
    const entry = this.queue.enter({ ends });
    try {
      await entry.granted;
      await this.queue.dropIf(ends);
      await andThen();
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
