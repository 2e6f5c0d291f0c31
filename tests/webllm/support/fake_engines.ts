// Copyright 2026 the Rivulet authors. MIT license.

import type {
  EngineConfig,
  EngineModule,
  EngineRequest,
} from "../../../_internal/webllm/package/engine_module.ts";
import type { WebLLMProviderOptions } from "@rivulet/llm/webllm";
import type { Place } from "./call.ts";
import { FakeEngine } from "./fake_engine.ts";
import { FakeWorker } from "./fake_worker.ts";
import { Gates } from "./gates.ts";
import { appConfig } from "./models.ts";

/**
 * What an engine of the fake does, and what it was asked. Behaves as version 0.2.86 was seen to.
 */
export class FakeEngines extends Gates {
  /** The pieces of text of each answer. */
  answer = ["Hello", " world"];
  finishReason = "stop";
  /** How the model's texts are put together. */
  template: object = {};
  /** The texts of its tokens that steer a model. */
  tokens: Readonly<Record<number, string>> = {};
  /** A chunk that comes before the texts. */
  insert: unknown;
  /** What fails, and how: the name of a point, and the error there. */
  readonly failures = new Map<string, unknown>();
  readonly cached = new Set<string>();
  readonly engines: FakeEngine[] = [];
  readonly requests: EngineRequest[] = [];
  /** The texts of each request for vectors. */
  readonly inputs: string[][] = [];
  /** What a request for vectors is answered with, in place of a vector for each text. */
  embeddings: unknown;
  /** How many texts its tokenizer was given by others. */
  tokenized = 0;
  imports = 0;
  /** Versions before 0.2.86 keep their lock when a stream is left early. */
  keepsLock = false;
  /** Whether each report of a load comes twice, the second on its way when the first is heard. */
  reportsTwice = false;
  /** Whether the model is a list of no files, which makes the engine divide by zero. */
  isEmpty = false;

  /** Whether its tokenizer is where version 0.2.86 keeps it. */
  showsTokenizer = true;

  /** How many requests have come, for answers and for vectors. */
  get asked(): number {
    return this.requests.length + this.inputs.length;
  }

  /** The module of the engine, in a worker or on the main thread. */
  module(worker?: FakeWorker): EngineModule {
    return {
      prebuiltAppConfig: appConfig,
      modelVersion: "v0_2_86/base",
      MLCEngine: constructible((config: EngineConfig) => new FakeEngine(this, config, worker)),
      hasModelInCache: async (id) => {
        await this.at("cache check");
        return this.cached.has(id);
      },
      deleteModelInCache: async (id) => {
        await this.at("delete");
        this.cached.delete(id);
      },
      deleteChatConfigInCache: (id) => Promise.resolve(void this.deleted.push(`config of ${id}`)),
      deleteModelWasmInCache: (id) => Promise.resolve(void this.deleted.push(`program of ${id}`)),
    };
  }
  /** What was deleted beside the weights. */
  readonly deleted: string[] = [];

  readonly loadEngine = async (): Promise<EngineModule> => await this.#import();

  readonly worker = (): Worker => {
    const worker = new FakeWorker((worker) => this.#import(worker));
    this.workers.push(worker);
    return worker as unknown as Worker;
  };
  readonly workers: FakeWorker[] = [];

  async #import(worker?: FakeWorker): Promise<EngineModule> {
    this.imports++;
    await this.at("import");
    return this.module(worker);
  }

  /** What makes a provider or a client run on these engines. */
  options(place: Place = "the main thread"): WebLLMProviderOptions {
    const { loadEngine, worker } = this;
    return place === "a worker" ? { worker } : { loadEngine };
  }

  async at(name: string, signal?: AbortSignal): Promise<void> {
    await this.pass(name, signal);
    if (this.failures.has(name)) throw this.failures.get(name);
  }
}

function constructible<Arguments extends unknown[], T extends object>(
  create: (...values: Arguments) => T,
): new (...values: Arguments) => T {
  return function (...values: Arguments) {
    return create(...values);
  } as unknown as new (...values: Arguments) => T;
}
