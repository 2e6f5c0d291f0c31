// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderId } from "@rivulet/llm";
import type { TargetState, TargetStates } from "../state/target_state.ts";

/** Nothing has been tried yet. */
export const NOT_CHECKED: TargetState = { words: "not checked", mood: "neutral" };

/** The service is not asked before there is a key for it. */
export const NEEDS_KEY: TargetState = { words: "needs a key", mood: "neutral" };

/** A model in this browser is on its way into memory, or has its first answer before it. */
export const LOADING: TargetState = { words: "loading", mood: "neutral" };

export const NO_WEBGPU: TargetState = { words: "no WebGPU", mood: "neutral" };

/** An engine that has answered, or can. */
export function ready(model?: string): TargetState {
  return { words: "ready", mood: "ready", model };
}

/** Why an engine cannot be used now. */
export function notReady(words = "not ready"): TargetState {
  return { words, mood: "failed" };
}

export function targetStateOf(states: TargetStates, id: LLMProviderId): TargetState {
  return states.get(id) ?? (id === "standard-compatible" ? NEEDS_KEY : NOT_CHECKED);
}

/** What the server is called, at the beginning of a line; undefined where it has not told. */
export function serverNameOf({ server }: TargetState): string | undefined {
  // The name of a server without one stands in sentences.
  if (server === "local server") return "Local server";
  return server === "" ? undefined : server;
}
