// Copyright 2026 the Rivulet authors. MIT license.

import { untilAborted } from "../../core/call_signal.ts";
import type { LLMModel, LLMProviderConfig } from "../../core/types.ts";
import { isMisfit, loadError, misfitError } from "../failures/engine_errors.ts";
import { silentAdapter } from "../failures/place_errors.ts";
import { type GraphicsAdapter, type ModelUse, requestAdapter } from "../models/needs.ts";
import { ModelList } from "../models/model_list.ts";
import type { EngineQuestions } from "../package/engine.ts";
import { type EngineModule, importEngine } from "../package/engine_module.ts";
import { PackageEngine } from "../package/package_engine.ts";
import { importedOnce, once } from "../once.ts";
import { atMost, patience } from "../patience.ts";
import { type LoadPlan, Session } from "../session/session.ts";
import type { Turn } from "../session/turn_queue.ts";
import type { Work } from "../session/work.ts";
import type { WebLLMProviderOptions } from "../types.ts";
import { workerEngine } from "../worker/proxy.ts";

/** Which model is wanted, and whether it may be downloaded. */
export type ModelChoice = Pick<LLMProviderConfig, "model" | "allowModelDownload">;

/** What one provider or client knows of this device, and its engine. */
export class LocalModels {
  readonly #session: Session;
  readonly #questions: EngineQuestions;
  #adapter: () => Promise<GraphicsAdapter> = once(requestAdapter);
  /** The models; asks the engine's module unless the app has a list of its own. */
  readonly #list: () => Promise<ModelList>;

  constructor({ worker, appConfig, loadEngine = importEngine }: WebLLMProviderOptions) {
    const module = importedOnce(async () => await loadEngine() as EngineModule, "the engine file");
    const session = new Session((onReport) =>
      worker === undefined ? new PackageEngine(module, onReport) : workerEngine(worker, onReport)
    );
    this.#session = session;
    this.#questions = {
      describe: () => session.current.ask((engine) => engine.describe()),
      isCached: (id, list) => session.current.ask((engine) => engine.isCached(id, list)),
      deleteFiles: (deletion, list) =>
        session.current.ask((engine) => engine.deleteFiles(deletion, list)),
    };
    this.#list = once(async () => {
      const list = appConfig ?? (await this.#questions.describe()).appConfig;
      return new ModelList(this.#questions, list);
    });
  }

  /**
   * Joins the queue. Rejects before anything is downloaded where the model is not for this purpose,
   * cannot run here, or may not be fetched.
   */
  async enter(
    choice: ModelChoice,
    { stop, ...use }: Omit<ModelUse, "adapter"> & { readonly stop: AbortSignal },
  ): Promise<Turn> {
    const adapter = await this.#askDevice(stop);
    const list = await untilAborted(this.#list(), stop);
    list.assertUsable(choice.model, { ...use, adapter });
    await untilAborted(this.#assertAvailable(choice), stop);
    const { model } = choice;
    return this.#session.enter({ model, ends: (loaded) => loaded !== model });
  }

  /** Loads the model of a turn when it is due. */
  load(turn: Turn, { allowModelDownload }: ModelChoice): Promise<Work> {
    return this.#session.load(turn, async (model) => {
      const list = await this.#list();
      const cached = await list.isCached(model);
      // It may have been deleted while the turn was waiting.
      if (allowModelDownload !== true) list.assertHere(model, cached);
      return this.#plan(model, list, cached);
    });
  }

  /** Leaves the queue as soon as the engine is free, see {@linkcode Session.leave}. */
  leave(turn: Turn, free?: Promise<boolean>): void {
    this.#session.leave(turn, free);
  }

  /** What the list tells of each model. */
  async models(): Promise<LLMModel[]> {
    return (await this.#list()).models;
  }

  /** Whether the weights of a model are on this device. */
  async isCached(id: string): Promise<boolean> {
    return await (await this.#list()).isCached(id);
  }

  /** Deletes the files of a model once it is unloaded. */
  async delete(id: string): Promise<void> {
    const list = await this.#list();
    list.find(id);
    await this.#end((model) => model === id, () => list.delete(id));
  }

  /** Unloads the model, and frees all that runs for it. */
  async unload(): Promise<void> {
    await this.#end(() => true, () => Promise.resolve(this.#session.release()));
  }

  /** Unloads the models that are meant, and then does what needs them to be unloaded. */
  async #end(ends: (model: string) => boolean, andThen: () => Promise<void>): Promise<void> {
    const turn = this.#session.enter({ ends });
    try {
      await turn.granted;
      await this.#session.unload(ends);
      await andThen();
    } finally {
      this.#session.leave(turn);
    }
  }

  /** Not every browser that has WebGPU answers. */
  async #askDevice(stop: AbortSignal): Promise<GraphicsAdapter> {
    const asked = untilAborted(this.#adapter(), stop);
    const adapter = await atMost(patience.adapter, asked);
    if (adapter !== undefined) return adapter;
    this.#adapter = once(requestAdapter);
    throw silentAdapter();
  }

  #plan(model: string, list: ModelList, cached: boolean): LoadPlan {
    const explain = async (error: unknown): Promise<unknown> => {
      if (!isMisfit(error)) return loadError(error, model);
      const { modelVersion } = await this.#questions.describe();
      return misfitError(error, list.find(model), modelVersion);
    };
    return { appConfig: list.appConfig, cached, explain };
  }

  async #assertAvailable({ model, allowModelDownload }: ModelChoice): Promise<void> {
    if (allowModelDownload === true || this.#session.has(model)) return;
    const list = await this.#list();
    list.assertHere(model, await list.isCached(model));
  }
}
