// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderId } from "@rivulet/llm";
import { Cell } from "../cell.ts";
import type { Keys } from "./keys.ts";
import type { Settings } from "../settings.ts";
import { keptShare } from "./kept_models.ts";

/** How an engine is, in words, as far as it is known. Nothing is tried before a click. */
export interface EngineState {
  readonly words: string;
  readonly isReady: boolean;
}

/** Nothing has been tried yet. */
export const NOT_CHECKED: EngineState = { words: "not checked yet", isReady: false };

/** Why an engine cannot be used now. */
export function notReady(words = "not ready"): EngineState {
  return { words, isReady: false };
}

/** A model in this browser is on its way into memory, or has its first answer before it. */
export const LOADING: EngineState = notReady("loading");

/** An engine that has answered, or can. */
export const READY: EngineState = { words: "ready", isReady: true };

/** The states of all engines. */
export class EngineStates {
  readonly changes: Cell<ReadonlyMap<LLMProviderId, EngineState>> = new Cell<
    ReadonlyMap<LLMProviderId, EngineState>
  >(new Map());

  get(id: LLMProviderId): EngineState {
    const untouched = id === "standard-compatible" ? notReady("needs a key") : NOT_CHECKED;
    return this.changes.get().get(id) ?? untouched;
  }

  set(id: LLMProviderId, state: EngineState): void {
    this.changes.set(new Map([...this.changes.get(), [id, state]]));
  }
}

/** Says of the remote service whether there is a key for it. */
export function noteRemoteState({ engines }: Settings, keys: Keys, states: EngineStates): void {
  const { baseUrl } = engines["standard-compatible"] ?? {};
  const hasKey = baseUrl !== undefined && keys.get(baseUrl) !== undefined;
  states.set(
    "standard-compatible",
    hasKey ? { words: "key entered", isReady: true } : notReady("needs a key"),
  );
}

/**
 * Says of the engine in this browser whether its model is here. A model that is here was chosen
 * before.
 */
export async function noteBrowserState(
  { engines }: Settings,
  states: EngineStates,
): Promise<void> {
  const model = engines["webllm"]?.model;
  const isKept = model !== undefined && await keptShare(model) === "whole";
  const here: EngineState = { words: "on this device", isReady: true };
  states.set("webllm", isKept ? here : notReady("not downloaded"));
}
