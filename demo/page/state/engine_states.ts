// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderId } from "@rivulet/llm";

/** How an engine is, in words, as far as it is known. Nothing is tried before a click. */
export interface EngineState {
  readonly words: string;
  readonly mood: "neutral" | "ready" | "failed";
  /** The model that answers there, once the server has told. */
  readonly model?: string | undefined;
  /** What the server is called, once it has told: many speak like LM Studio. */
  readonly server?: string | undefined;
}

/** Nothing has been tried yet. */
export const NOT_CHECKED: EngineState = { words: "not checked", mood: "neutral" };

/** The service is not asked before there is a key for it. */
export const NEEDS_KEY: EngineState = { words: "needs a key", mood: "neutral" };

/** A model in this browser is on its way into memory, or has its first answer before it. */
export const LOADING: EngineState = { words: "loading", mood: "neutral" };

export const NO_WEBGPU: EngineState = { words: "no WebGPU", mood: "neutral" };

/** An engine that has answered, or can. */
export function ready(model?: string): EngineState {
  return { words: "ready", mood: "ready", model };
}

/** Why an engine cannot be used now. */
export function notReady(words = "not ready"): EngineState {
  return { words, mood: "failed" };
}

/** The states of all engines that are known; the others are as they were never touched. */
export type EngineStates = ReadonlyMap<LLMProviderId, EngineState>;

export function engineStateOf(states: EngineStates, id: LLMProviderId): EngineState {
  return states.get(id) ?? (id === "standard-compatible" ? NEEDS_KEY : NOT_CHECKED);
}

/** What the server is called, at the beginning of a line; undefined where it has not told. */
export function serverNameOf({ server }: EngineState): string | undefined {
  // The name of a server without one stands in sentences.
  if (server === "local server") return "Local server";
  return server === "" ? undefined : server;
}
