// Copyright 2026 the Rivulet authors. MIT license.

import type { EngineRequest, LoadReport } from "./engine_module.ts";
import type { WebLLMAppConfig } from "../types.ts";

/** What the engine's module says of itself. */
export interface EngineDescription {
  /** The models that it knows by itself. */
  readonly appConfig: WebLLMAppConfig;
  /** The version of the programs that it runs. */
  readonly modelVersion: string | undefined;
}

/** Which files of a model to delete. */
export interface Deletion {
  readonly id: string;
  /** Whether its program goes as well: another model that is kept may need it. */
  readonly withProgram: boolean;
}

/** Where engines run, and what they can be asked there without a model. */
export interface EngineHost {
  describe(): Promise<EngineDescription>;
  isCached(id: string, appConfig: WebLLMAppConfig): Promise<boolean>;
  deleteFiles(deletion: Deletion, appConfig: WebLLMAppConfig): Promise<void>;
  /** Starts a fresh engine; `onReport` hears what it says while a model loads. */
  start(appConfig: WebLLMAppConfig, onReport: (report: LoadReport) => void): HostedEngine;
  /** Frees what was started only to be asked. */
  release(): void;
}

/** The chunks of one answer. */
export type EngineChunks = AsyncIterator<unknown, unknown, undefined>;

/** One engine for one model, wherever it runs. */
export interface HostedEngine {
  /** Whether it can be ended in the middle of a step, with nothing left of it. */
  readonly endsAtOnce: boolean;
  load(model: string): Promise<void>;
  /** Starts an answer; one at a time. */
  answer(request: EngineRequest): Promise<EngineChunks>;
  /** Ends the answer after the step under way. */
  interrupt(): void;
  embed(input: string[]): Promise<unknown>;
  /**
   * How many tokens the model's own tokenizer makes of each text; undefined where this version of
   * the engine does not let us ask.
   */
  tokenLengths(texts: string[]): Promise<number[] | undefined>;
  /** Gives the engine up, whatever it does. Settles when it holds no graphics memory. */
  retire(): Promise<void>;
}
