// Copyright 2026 the Rivulet authors. MIT license.

import type { ConsentFacts, ModelPick } from "../state/consent.ts";
import { graphicsSupport } from "../state/graphics_support.ts";
import type { State } from "../state/state.ts";
import { MODEL_HOSTS } from "./browser_engine.ts";
import { keptShares } from "./kept_models.ts";
import { modelPicks } from "./model_picks.ts";

/** What is known of a model in this browser. */
export type BrowserModel =
  | { readonly kind: "here"; readonly model: string }
  | { readonly kind: "consent"; readonly facts: ConsentFacts }
  | { readonly kind: "no graphics" };

/** The model of this browser that is set up; nothing is downloaded for the question itself. */
export async function browserModel(state: State): Promise<BrowserModel> {
  const support = state.graphics.value = await graphicsSupport();
  if (support === "none") return { kind: "no graphics" };
  const picks = modelPicks({ hasHalfPrecision: support === "half-precision" });
  const saved = state.settings.peek().engines["webllm"]?.model;
  const chosen = (picks.find(({ id }) => id === saved) ?? picks[0]!).id;
  return await lookForModel({ purpose: "write answers", picks, chosen });
}

/** Whether the chosen model is on this device, or what a person should know before it comes. */
export async function lookForModel(
  { purpose, picks, chosen }: { purpose: string; picks: readonly ModelPick[]; chosen: string },
): Promise<Exclude<BrowserModel, { kind: "no graphics" }>> {
  const kept = await keptShares(picks);
  if (kept.get(chosen) === "whole") return { kind: "here", model: chosen };
  const { quota, usage = 0 } = await navigator.storage?.estimate?.().catch(() => undefined) ?? {};
  const freeBytes = quota === undefined ? undefined : quota - usage;
  return {
    kind: "consent",
    facts: { purpose, picks, kept, chosen, hosts: MODEL_HOSTS, freeBytes },
  };
}
