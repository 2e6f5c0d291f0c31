// Copyright 2026 the Rivulet authors. MIT license.

import type {
  EngineConfig,
  EngineEmbeddingRequest,
  EngineRequest,
  ModuleEngine,
} from "../../../_internal/webllm/package/engine_module.ts";
import type { FakeEngines } from "./fake_engines.ts";
import type { FakeWorker } from "./fake_worker.ts";
import { EMBEDDING, F16 } from "./models.ts";

const SHARDS = 2;

/** The tokens of a text: its words. */
function tokensOf(text: string): number[] {
  return text.split(" ").filter((word) => word !== "").map(({ length }) => length);
}

/**
 * The vector of a text as the fake's model makes it, which is not of length 1. Like the real one it
 * reads the padding as text that fills up the shorter texts of a request.
 */
export function embeddingOf(text: string, request: readonly string[] = [text]): number[] {
  const longest = Math.max(...request.map((other) => tokensOf(other).length));
  return [text.length, 1, longest - tokensOf(text).length];
}

/** One engine, which behaves as version 0.2.86 was seen to. */
export class FakeEngine implements ModuleEngine {
  readonly #fake: FakeEngines;
  readonly #report: EngineConfig["initProgressCallback"];
  readonly config: EngineConfig;
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

  /** Where the package keeps the templates of its models. */
  readonly loadedModelIdToChatConfig: ReadonlyMap<string, object>;

  /** Where the package keeps its tokenizers. */
  readonly loadedModelIdToPipeline: ReadonlyMap<string, object> | undefined;

  constructor(fake: FakeEngines, config: EngineConfig, worker?: FakeWorker) {
    this.#fake = fake;
    if (fake.showsTokenizer) {
      const encode = (text: string) => (fake.tokenized++, tokensOf(text));
      const idToToken = (id: number) => fake.tokens[id] ?? "";
      const pipeline = { tokenizer: { encode, idToToken } };
      this.loadedModelIdToPipeline = new Map([[EMBEDDING, pipeline], [F16, pipeline]]);
    }
    this.loadedModelIdToChatConfig = new Map([[F16, { "conv_template": fake.template }]]);
    this.config = config;
    this.worker = worker;
    this.#report = (report) => {
      if (worker?.terminated) return;
      if (fake.reportsTwice) config.initProgressCallback(report);
      config.initProgressCallback(report);
    };
    fake.engines.push(this);
  }

  /** Whether its user has given up its memory. */
  get freed(): boolean {
    return this.worker?.terminated ?? this.unloads > 0;
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
      const text = `Fetching param cache[${shard}/2]: ${shard * 30}MB fetched. 50% completed`;
      this.#report({ progress: shard / SHARDS, text });
    }
    fake.cached.add(model);
    for (let shard = 1; shard <= SHARDS; shard++) {
      await fake.at(`upload ${shard}`);
      const progress = fake.isEmpty ? NaN : shard / SHARDS;
      this.#report({ progress, text: `Loading model from cache[${shard}/2]: ` });
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
    await this.#fake.at("unload");
  }

  async #empty(): Promise<void> {
    await Promise.resolve();
    this.model = undefined;
    this.#controller?.abort("Engine.unload() is called.");
    this.#controller = undefined;
  }

  getMessage(): Promise<string> {
    return Promise.resolve(this.#message);
  }
  #message = "";

  interruptGenerate(): void {
    this.interrupts++;
    this.#interrupted = true;
  }

  async #create(request: EngineRequest): Promise<AsyncIterable<unknown>> {
    this.#fake.requests.push(request);
    await this.#fake.at("create");
    this.#assertLoaded(request);
    return this.#generate(request);
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
      embedding: embeddingOf(text, request.input),
      index,
      object: "embedding",
    }));
    return { data, model: request.model, object: "list", usage: { "prompt_tokens": 5 } };
  }

  async #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const unlock = await this.#lock();
    try {
      return await work();
    } finally {
      unlock();
    }
  }

  /** As the package's lock does it. */
  async #lock(): Promise<() => void> {
    while (this.#locked !== undefined) await this.#locked;
    const unlocked = Promise.withResolvers<void>();
    this.#locked = unlocked.promise;
    return () => {
      this.#locked = undefined;
      unlocked.resolve();
    };
  }

  async *#generate({ stop, "ignore_eos": ignoresAll }: EngineRequest): AsyncGenerator<unknown> {
    const unlock = await this.#lock();
    let complete = false;
    try {
      await this.#fake.at("lock");
      // An interrupt that came before is lost.
      this.#interrupted = false;
      await this.#fake.at("prefill");
      if (this.#fake.insert !== undefined) yield this.#fake.insert;
      const stops = [ignoresAll ? [] : stop].flat().filter((text) => typeof text === "string");
      this.#message = "";
      for (const [index, piece] of this.#fake.answer.entries()) {
        if (this.#interrupted) break;
        if (index > 0) await this.#fake.at("decode");
        // A step that completes no character yields nothing, and the engine goes on by itself.
        if (piece === "") continue;
        const sent = this.#message.length;
        this.#message += piece;
        const found = stops.find((text) => this.#message.includes(text));
        if (found !== undefined) {
          this.#message = this.#message.slice(0, this.#message.lastIndexOf(found));
        }
        // What was sent of a stop string cannot be taken back.
        const content = this.#message.slice(sent);
        yield { choices: [{ delta: { content, role: "assistant" }, "finish_reason": null }] };
        if (found !== undefined) break;
      }
      const reason = this.#interrupted ? "abort" : this.#fake.finishReason;
      yield { choices: [{ delta: {}, "finish_reason": reason }] };
      yield { choices: [], usage: { "prompt_tokens": 5, "completion_tokens": 2, extra: {} } };
      complete = true;
    } finally {
      await this.#fake.at("end");
      if (complete || !this.#fake.keepsLock) unlock();
    }
  }
}
