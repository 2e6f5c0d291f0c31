// Copyright 2026 the Rivulet authors. MIT license.

// The few members of the package that are used, in our own words: no public type depends on it.

import type { CompletionMessage } from "../../core/completion_messages.ts";
import type { WebLLMAppConfig } from "../types.ts";

/** What the engine says while a model loads. */
export interface LoadReport {
  /** From 0 to 1 within a phase; it falls when the next phase begins. */
  progress: number;
  /** Names the phase, see `load_phase.ts`. */
  text: string;
}

/** A request for one answer; may hold any other field of the chat completions protocol. */
export interface EngineRequest {
  model: string;
  stream: true;
  messages: readonly CompletionMessage[];
  readonly [field: string]: unknown;
}

/** A request for the vectors of texts. */
export interface EngineEmbeddingRequest {
  model: string;
  input: string[];
}

/** One engine of the package, on this thread. */
export interface ModuleEngine {
  readonly chat: {
    readonly completions: { create(request: EngineRequest): Promise<AsyncIterable<unknown>> };
  };
  readonly embeddings: { create(request: EngineEmbeddingRequest): Promise<unknown> };
  reload(model: string): Promise<void>;
  unload(): Promise<void>;
  interruptGenerate(): void | Promise<void>;
  /** The whole of the last answer; no part of the protocol, so it may be missing. */
  getMessage?(model: string): Promise<string>;
}

/** How an engine is made. */
export interface EngineConfig {
  appConfig: WebLLMAppConfig;
  initProgressCallback: (report: LoadReport) => void;
  logLevel: "SILENT";
}

/** The module of the engine. */
export interface EngineModule {
  readonly prebuiltAppConfig: WebLLMAppConfig;
  /** The version of the programs that this engine runs, such as `v0_2_86/base`. */
  readonly modelVersion?: string;
  readonly MLCEngine: new (config: EngineConfig) => ModuleEngine;
  hasModelInCache(id: string, appConfig: WebLLMAppConfig): Promise<boolean>;
  deleteModelInCache(id: string, appConfig: WebLLMAppConfig): Promise<void>;
  deleteChatConfigInCache(id: string, appConfig: WebLLMAppConfig): Promise<void>;
  deleteModelWasmInCache(id: string, appConfig: WebLLMAppConfig): Promise<void>;
}

/**
 * Loads the engine. 6.8 MB, so a bundler must see the name here and only here, to put it into a
 * file of its own.
 */
export function importEngine(): Promise<EngineModule> {
  return import("@mlc-ai/web-llm") as Promise<unknown> as Promise<EngineModule>;
}
