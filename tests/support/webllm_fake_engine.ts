// Copyright 2026 the Rivulet authors. MIT license.

import type {
  Engine,
  EngineConfig,
  EngineEmbeddingRequest,
  EngineModule,
  EngineRequest,
} from "../../providers/webllm/_engine.ts";
import type { WebLLMAppConfig } from "../../providers/webllm/types.ts";
import { FakeWorker, FakeWorkerEngine } from "./webllm_fake_worker.ts";
import { Gates } from "./webllm_gates.ts";

const SHARDS = 2;

export const F16 = "Llama-3.2-1B-Instruct-q4f16_1-MLC";
export const F32 = "Llama-3.2-1B-Instruct-q4f32_1-MLC";
export const OTHER = "Qwen2.5-0.5B-Instruct-q4f32_1-MLC";
export const NO_TWIN = "gemma3-1b-it-q4f16_1-MLC";
export const EMBEDDING = "snowflake-arctic-embed-s-q0f32-MLC-b4";

export const appConfig: WebLLMAppConfig = {
  "model_list": [F16, F32, OTHER, NO_TWIN, EMBEDDING].map((id) => ({
    model: `https://models.test/${id}`,
    "model_id": id,
    "model_lib": `https://models.test/${id}.wasm`,
    ...id === EMBEDDING ? { "model_type": 1 } : {},
  })),
};

/** The vector of a text as the fake's model makes it, which is not of length 1. */
export function embeddingOf(text: string): number[] {
  return [text.length, 1];
}

/**
 * What an engine of the fake does, and what it was asked. Behaves as version 0.2.86 was seen to.
 */
export class FakeEngines extends Gates {
  /** The pieces of text of each answer. */
  answer = ["Hello", " world"];
  finishReason = "stop";
  /** What fails, and how: the name of a point, and the error there. */
  readonly failures = new Map<string, unknown>();
  readonly cached = new Set<string>();
  readonly engines: FakeEngine[] = [];
  readonly requests: EngineRequest[] = [];
  /** The texts of each request for vectors. */
  readonly inputs: string[][] = [];
  /** What a request for vectors is answered with, in place of a vector for each text. */
  embeddings: unknown;
  imports = 0;
  /** Versions before 0.2.86 keep their lock when a stream is left early. */
  keepsLock = false;

  readonly module: EngineModule = {
    prebuiltAppConfig: appConfig,
    MLCEngine: constructible((config: EngineConfig) => new FakeEngine(this, config)),
    WebWorkerMLCEngine: constructible((worker: Worker, config: EngineConfig) =>
      new FakeWorkerEngine(new FakeEngine(this, config, worker as unknown as FakeWorker))
    ),
    hasModelInCache: async (id) => {
      await this.at("cache check");
      return this.cached.has(id);
    },
    deleteModelAllInfoInCache: async (id) => {
      await this.at("delete");
      this.cached.delete(id);
    },
  };

  readonly loadEngine = async (): Promise<unknown> => {
    this.imports++;
    await this.at("import");
    return this.module;
  };

  readonly worker = (): Worker => {
    const worker = new FakeWorker();
    this.workers.push(worker);
    return worker as unknown as Worker;
  };
  readonly workers: FakeWorker[] = [];

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

export class FakeEngine implements Engine {
  readonly #fake: FakeEngines;
  readonly #report: EngineConfig["initProgressCallback"];
  readonly worker: FakeWorker | undefined;
  model: string | undefined;
  /** How often it was told to unload by its user. */
  unloads = 0;
  unloadsWhileLoading = 0;
  interrupts = 0;
  #loading = false;
  #controller: AbortController | undefined;
  #interrupted = false;
  #locked: Promise<void> | undefined;

  constructor(fake: FakeEngines, config: EngineConfig, worker?: FakeWorker) {
    this.#fake = fake;
    this.worker = worker;
    this.#report = (report) => {
      if (!worker?.terminated) config.initProgressCallback(report);
    };
    fake.engines.push(this);
  }

  readonly chat = { completions: { create: (request: EngineRequest) => this.#create(request) } };

  readonly embeddings = {
    create: (request: EngineEmbeddingRequest) => this.#exclusively(() => this.#embed(request)),
  };

  async reload(model: string): Promise<void> {
    await this.#empty();
    this.#loading = true;
    this.#controller = new AbortController();
    try {
      await this.#load(model);
    } catch (error) {
      // So an aborted load resolves, with nothing loaded.
      if (error instanceof DOMException && error.name === "AbortError") return;
      throw error;
    } finally {
      this.#controller = undefined;
      this.#loading = false;
    }
  }

  async #load(model: string): Promise<void> {
    const fake = this.#fake;
    await fake.at("config", this.#controller?.signal);
    // Some requests take no signal, and after them nothing knows of the call to unload.
    await fake.at("wasm");
    await fake.at("tokenizer");
    const signal = this.#controller?.signal;
    this.#report({ progress: 0, text: "Start to fetch params" });
    for (let shard = 1; shard <= SHARDS && !fake.cached.has(model); shard++) {
      await fake.at(`shard ${shard}`, signal);
      const text = `Fetching param cache[${shard}/${SHARDS}]: ${
        shard * 30
      }MB fetched. 50% completed`;
      this.#report({ progress: shard / SHARDS, text });
    }
    fake.cached.add(model);
    for (let shard = 1; shard <= SHARDS; shard++) {
      await fake.at(`upload ${shard}`);
      this.#report({ progress: shard / SHARDS, text: `Loading model from cache[${shard}/2]: ` });
    }
    await fake.at("shaders");
    this.#report({ progress: 0.5, text: "Loading GPU shader modules[1/2]: 50% completed" });
    await fake.at("shaders 2");
    this.#report({ progress: 1, text: "Loading GPU shader modules[2/2]: 100% completed" });
    this.model = model;
    this.#report({ progress: 1, text: "Finish loading on WebGPU - fake" });
  }

  async unload(): Promise<void> {
    this.unloads++;
    if (this.#loading) this.unloadsWhileLoading++;
    await this.#empty();
  }

  async #empty(): Promise<void> {
    await Promise.resolve();
    this.model = undefined;
    this.#controller?.abort("Engine.unload() is called.");
    this.#controller = undefined;
  }

  interruptGenerate(): void {
    this.interrupts++;
    this.#interrupted = true;
  }

  async #create(request: EngineRequest): Promise<AsyncIterable<unknown>> {
    this.#fake.requests.push(request);
    await this.#fake.at("create");
    this.#assertLoaded(request);
    return this.#generate();
  }

  #assertLoaded({ model }: { model: string }): void {
    if (this.model === model) return;
    const error = new Error("Model not loaded before trying to complete ChatCompletionRequest");
    error.name = "ModelNotLoadedError";
    throw error;
  }

  async #embed(request: EngineEmbeddingRequest): Promise<unknown> {
    this.#fake.inputs.push(request.input);
    this.#assertLoaded(request);
    await this.#fake.at("embed");
    if (this.#fake.embeddings !== undefined) return this.#fake.embeddings;
    const data = request.input.map((text, index) => ({
      embedding: embeddingOf(text),
      index,
      object: "embedding",
    }));
    return { data, model: request.model, object: "list", usage: { "prompt_tokens": 5 } };
  }

  /** As the package's lock does it. */
  async #exclusively<T>(work: () => Promise<T>): Promise<T> {
    while (this.#locked !== undefined) await this.#locked;
    const unlocked = Promise.withResolvers<void>();
    this.#locked = unlocked.promise;
    try {
      return await work();
    } finally {
      this.#locked = undefined;
      unlocked.resolve();
    }
  }

  async *#generate(): AsyncGenerator<unknown> {
    while (this.#locked !== undefined) await this.#locked;
    const unlocked = Promise.withResolvers<void>();
    this.#locked = unlocked.promise;
    let complete = false;
    try {
      await this.#fake.at("lock");
      // An interrupt that came before is lost.
      this.#interrupted = false;
      await this.#fake.at("prefill");
      for (const [index, content] of this.#fake.answer.entries()) {
        if (this.#interrupted) break;
        if (index > 0) await this.#fake.at("decode");
        // A step that completes no character yields nothing, and the engine goes on by itself.
        if (content === "") continue;
        yield { choices: [{ delta: { content, role: "assistant" }, "finish_reason": null }] };
      }
      const reason = this.#interrupted ? "abort" : this.#fake.finishReason;
      yield { choices: [{ delta: {}, "finish_reason": reason }] };
      yield { choices: [], usage: { "prompt_tokens": 5, "completion_tokens": 2, extra: {} } };
      complete = true;
    } finally {
      await this.#fake.at("end");
      if (complete || !this.#fake.keepsLock) {
        this.#locked = undefined;
        unlocked.resolve();
      }
    }
  }
}
