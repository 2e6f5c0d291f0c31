// Copyright 2026 the Rivulet authors. MIT license.

import { setTargetState } from "../actions/actions.ts";
import { NEEDS_KEY, NO_WEBGPU, ready } from "../messages/target_states.ts";
import { graphicsSupport } from "../state/graphics_support.ts";
import type { State } from "../state/state.ts";
import type { TargetState } from "../state/target_state.ts";
import type { Keys } from "../storage/keys.ts";
import { keptShare } from "./kept_models.ts";

/** Says of the remote service whether there is a key for it. */
export function noteRemoteState(state: State, keys: Keys): void {
  const { baseUrl } = state.settings.peek().engines["standard-compatible"] ?? {};
  const hasKey = baseUrl !== undefined && keys.get(baseUrl) !== undefined;
  setTargetState(
    state,
    "standard-compatible",
    hasKey ? { words: "key entered", mood: "neutral" } : NEEDS_KEY,
  );
}

/** The newest look at each page's engine in this browser. */
const newest = new WeakMap<State, symbol>();

/**
 * Says of the engine in this browser whether it can run, and whether its model is here. A model that
 * is here was chosen before. Nothing is loaded for it. What was said of the engine during the look
 * stays: an answer that came meanwhile knows more.
 */
export async function noteBrowserState(state: State): Promise<void> {
  const look = Symbol();
  newest.set(state, look);
  const before = state.targets.peek().get("webllm");
  const found = await lookAtBrowser(state);
  const isNews = newest.get(state) === look && state.targets.peek().get("webllm") === before;
  if (isNews) setTargetState(state, "webllm", found);
}

async function lookAtBrowser(state: State): Promise<TargetState> {
  const support = state.graphics.value = await graphicsSupport();
  if (support === "none") return NO_WEBGPU;
  const model = state.settings.peek().engines["webllm"]?.model;
  const isKept = model !== undefined && await keptShare(model) === "whole";
  return isKept
    ? { ...ready(model), words: "on this device" }
    : { words: "not downloaded", mood: "neutral" };
}
