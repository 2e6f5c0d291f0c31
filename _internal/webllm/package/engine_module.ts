// Copyright 2026 the Rivulet authors. MIT license.

// The few members of the package that are used, in our own words: no public type depends on it.

import type { CompletionMessage } from "../../core/completion_messages.ts";
import type { WebLLMAppConfig } from "../types.ts";

/** What the engine says while a model loads. */
export interface LoadReport {
  /** From 0 to 1 within a phase; it falls when the next phase begins. */
  progress: number;
  /** Names the phase, see {@linkcode phaseOf}. */
  text: string;
}

/** What a load is busy with, and so how it can be cancelled. */
export type LoadPhase = "preparing" | "downloading" | "uploading" | "compiling";

/** Whether a report only says that the load is over, which the end of the call says as well. */
export function isLast({ text }: LoadReport): boolean {
  return text.startsWith("Finish loading");
}

/** The phase of a report, known by its text alone. */
export function phaseOf({ text }: LoadReport): LoadPhase {
  if (/^(Start to fetch|Fetching) param/.test(text)) return "downloading";
  if (text.startsWith("Loading GPU shader")) return "compiling";
  // Of a text that nobody knows: the phase in which the engine must be left to finish.
  return "uploading";
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

/** How a model's texts are put together for it. */
export interface Template {
  readonly "system_template"?: string;
  readonly roles?: Readonly<Record<string, string>>;
  readonly "role_templates"?: Readonly<Record<string, string>>;
  readonly seps?: readonly string[];
  readonly "stop_str"?: readonly string[];
  readonly "stop_token_ids"?: readonly number[];
  readonly "system_prefix_token_ids"?: readonly number[];
}

interface Tokenizer {
  encode?(text: string): ArrayLike<number>;
  idToToken?(id: number): string;
}

/** The package keeps these to itself, so each part may be missing in another version. */
interface Inside {
  readonly loadedModelIdToPipeline?: ReadonlyMap<string, { readonly tokenizer?: Tokenizer }>;
  readonly loadedModelIdToChatConfig?: ReadonlyMap<string, { readonly "conv_template"?: Template }>;
}

/** The tokenizer of a loaded model. */
export function tokenizerOf(engine: ModuleEngine, model: string): Tokenizer | undefined {
  return (engine as Inside).loadedModelIdToPipeline?.get(model)?.tokenizer;
}

/** The template of a loaded model. */
export function templateOf(engine: ModuleEngine, model: string): Template {
  return (engine as Inside).loadedModelIdToChatConfig?.get(model)?.conv_template ?? {};
}

/**
 * How many tokens the model's own tokenizer makes of each text; undefined where this version of the
 * engine keeps it somewhere else.
 */
export function tokenLengths(
  engine: ModuleEngine,
  model: string,
  texts: readonly string[],
): number[] | undefined {
  const tokenizer = tokenizerOf(engine, model);
  if (typeof tokenizer?.encode !== "function") return undefined;
  return texts.map((text) => tokenizer.encode!(text).length);
}
