// Copyright 2026 the Rivulet authors. MIT license.

import type { WebLLMAppConfig } from "../types.ts";
import type { EngineRequest, LoadReport } from "./engine_module.ts";

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

/** One step of an answer. */
export interface EngineStep {
  readonly done: boolean;
  readonly value: unknown;
}

/** What can be asked without a model, before and after one is loaded. */
export interface EngineQuestions {
  describe(): Promise<EngineDescription>;
  isCached(id: string, appConfig: WebLLMAppConfig): Promise<boolean>;
  deleteFiles(deletion: Deletion, appConfig: WebLLMAppConfig): Promise<void>;
}

/** What an engine can be asked, wherever it runs: each value can be sent to a worker. */
export interface EngineCalls extends EngineQuestions {
  /** Loads a model, once. */
  load(model: string, appConfig: WebLLMAppConfig): Promise<void>;
  /** Starts an answer, one at a time, which is then read with the next two. */
  answer(request: EngineRequest): Promise<void>;
  nextChunk(): Promise<EngineStep>;
  leaveAnswer(): Promise<void>;
  /** Ends the answer after the step under way. */
  interrupt(): Promise<void>;
  embed(input: string[]): Promise<unknown>;
  /**
   * How many tokens the model's own tokenizer makes of each text; undefined where this version of
   * the engine does not let us ask.
   */
  tokenLengths(texts: string[]): Promise<number[] | undefined>;
}

/** One engine for one model, wherever it runs. */
export interface Engine extends EngineCalls {
  /** Whether it can be ended in the middle of a step, with nothing left of it. */
  readonly endsAtOnce: boolean;
  /** Whether it can be asked no more: it broke, or was ended. */
  readonly isOver: boolean;
  /** Gives the engine up, whatever it does. Settles when it holds no graphics memory. */
  end(): Promise<void>;
}

/** Starts a fresh engine; `onReport` hears what it says while a model loads. */
export type StartEngine = (onReport: (report: LoadReport) => void) => Engine;

/** What calls reject with whose engine was ended by us. */
export class EngineEnded extends Error {
  override readonly name = "EngineEnded";
}
