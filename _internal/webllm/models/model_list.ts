// Copyright 2026 the Rivulet authors. MIT license.

import { asNumber, asObject } from "../../core/json.ts";
import { ProviderError } from "../../core/provider_error.ts";
import type { LLMModel } from "../../core/types.ts";
import { missingFeature } from "../failures/place_errors.ts";
import { engineError } from "../failures/engine_errors.ts";
import type { EngineQuestions } from "../package/engine.ts";
import { findModel, hintAt, idsOf } from "./find_model.ts";
import { deleteModelFiles, dropWrongWeights } from "./model_files.ts";
import {
  assertFits,
  mayRead,
  memoryHint,
  type ModelUse,
  neededFeatures,
  type Purpose,
  purposeOf,
} from "./needs.ts";
import type { WebLLMAppConfig, WebLLMModelRecord } from "../types.ts";

/** The models that the engine knows, and what this device has of them. */
export class ModelList {
  readonly appConfig: WebLLMAppConfig;
  /** Whoever can be asked for what this device has of them. */
  readonly #engine: EngineQuestions;

  constructor(engine: EngineQuestions, appConfig: WebLLMAppConfig) {
    this.#engine = engine;
    this.appConfig = appConfig;
  }

  /** The model with this id; throws a ProviderError with code `config` where there is none. */
  find(id: string): WebLLMModelRecord {
    return findModel(id, this.appConfig);
  }

  /** Throws a ProviderError where this model can never do what it is for on this device. */
  assertUsable(id: string, { purpose, hasImages, adapter }: ModelUse): void {
    const record = this.find(id);
    if (purposeOf(record) !== purpose) throw this.#wrongPurpose(id, purpose);
    if (hasImages && !mayRead(record)) throw this.#cannotSee(id);
    const missing = neededFeatures(record).find((feature) => !adapter.features.has(feature));
    if (missing !== undefined) throw missingFeature(missing, { id, instead: this.#twinOf(id) });
    assertFits(record, adapter);
  }

  /** Throws unless a model may be used as it is, on this device already or with consent. */
  assertHere(id: string, cached: boolean): void {
    if (cached) return;
    const message = `Set allowModelDownload to download "${id}", it is not on this device`;
    throw new ProviderError("download-required", message + memoryHint(this.find(id)));
  }

  /** What the list tells of each model. */
  get models(): LLMModel[] {
    return this.appConfig.model_list.map((record) => {
      const { model_id: name, overrides } = record;
      const contextLength = asNumber(asObject(overrides).context_window_size);
      return {
        name,
        embeds: purposeOf(record) === "embeddings",
        ...(contextLength !== undefined && contextLength > 0 && { contextLength }),
      };
    });
  }

  /** Whether the weights of a model are on this device. */
  async isCached(id: string): Promise<boolean> {
    const record = this.find(id);
    try {
      await dropWrongWeights(record, this.appConfig);
      return await this.#engine.isCached(id, this.appConfig);
    } catch (error) {
      throw engineError(error, id);
    }
  }

  /** Deletes what this device has of a model. */
  async delete(id: string): Promise<void> {
    const record = this.find(id);
    try {
      await deleteModelFiles(record, this.appConfig, this.#engine);
    } catch (error) {
      throw engineError(error, id);
    }
  }

  /** The same model in 32-bit numbers, which every adapter can run. */
  #twinOf(id: string): string | undefined {
    const twin = id.replace(/(q\d+)f16/, "$1f32");
    return this.#ids.includes(twin) && twin !== id ? twin : undefined;
  }

  #wrongPurpose(id: string, purpose: Purpose): ProviderError {
    if (purpose === "chat") {
      const message =
        `Choose a chat model or pass "${id}" to createWebLLMEmbeddingClient(), it makes embeddings`;
      return new ProviderError("config", message);
    }
    const fitting = this.appConfig.model_list.filter((record) => purposeOf(record) === purpose);
    const hint = hintAt("ids for embeddings", fitting.map((record) => record.model_id));
    return new ProviderError(
      "config",
      `Choose a model for embeddings, "${id}" makes none${hint}`,
    );
  }

  #cannotSee(id: string): ProviderError {
    const seeing = this.appConfig.model_list.filter(mayRead).map((record) => record.model_id);
    const hint = hintAt("ids of models that can see", seeing);
    return new ProviderError("config", `Leave out the images, "${id}" cannot see${hint}`);
  }

  get #ids(): string[] {
    return idsOf(this.appConfig);
  }
}
