// Copyright 2026 the Rivulet authors. MIT license.

import {
  createWebLLMEmbeddingClient,
  createWebLLMProvider,
  type WebLLMEmbeddingClient,
  type WebLLMProvider,
  type WebLLMProviderOptions,
} from "@rivulet/llm/webllm";
import type {
  EngineConfig,
  ModuleEngine,
} from "../../../_internal/webllm/package/engine_module.ts";
import { Gates } from "./gates.ts";
import { openPackage } from "./opened.ts";
import { chatConfig, script, ScriptedPipeline } from "./script.ts";
import { forwarded, scriptedRuntime } from "./scripted_runtime.ts";

const opened = await openPackage();

/** The package's number for models that make vectors. */
const EMBEDDING_TYPE = 1;

/** The marks of the embedding model. */
export const CLS = 101;
export const SEP = 102;

/** Like that of the package: it adds no marks of its own, and knows them where they stand. */
const tokenizer = {
  encode: (text: string) =>
    text.split(" ").filter((word) => word !== "").map((word) =>
      ({ "[CLS]": CLS, "[SEP]": SEP })[word] ?? word.length
    ),
  dispose: () => {},
};

/** The real package with a script in place of the model, which a test can hold at its points. */
export class ScriptedPackage extends Gates {
  readonly engines: ModuleEngine[] = [];

  constructor(pieces = ["Hello", " world"]) {
    super();
    opened.opened.setPipelineClass(ScriptedPipeline);
    script.pieces = pieces;
    forwarded.length = 0;
    script.at = (point) => this.pass(point);
  }

  /** A provider on the package's own engine. */
  provider(): WebLLMProvider {
    return createWebLLMProvider(this.#options(0, () => new ScriptedPipeline()));
  }

  /** A client on the package's own engine and embedding pipeline. */
  client(): WebLLMEmbeddingClient {
    const { EmbeddingPipeline } = opened.opened;
    return createWebLLMEmbeddingClient(this.#options(EMBEDDING_TYPE, () => {
      const runtime = scriptedRuntime((point) => script.at(point));
      return new EmbeddingPipeline(runtime, tokenizer, chatConfig);
    }));
  }

  #options(type: number, createPipeline: () => object): WebLLMProviderOptions {
    const engines = this.engines;
    const MLCEngine = function (config: EngineConfig) {
      const engine = new opened.MLCEngine(config);
      // The places that a load fills.
      const fields = engine as unknown as Record<string, Map<string, unknown>>;
      engine.reload = (model) => {
        fields.loadedModelIdToPipeline!.set(model, createPipeline());
        fields.loadedModelIdToChatConfig!.set(model, chatConfig);
        fields.loadedModelIdToModelType!.set(model, type);
        fields.loadedModelIdToLock!.set(model, new opened.opened.Lock());
        return Promise.resolve();
      };
      engines.push(engine);
      return engine;
    };
    const module = { ...opened, MLCEngine, hasModelInCache: () => Promise.resolve(true) };
    return { loadEngine: () => Promise.resolve(module) };
  }
}
