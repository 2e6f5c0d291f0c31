// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderId } from "@rivulet/llm";
import type { Stage } from "../answer/stage.ts";
import type { Cell } from "../cell.ts";
import { createConsent } from "../panels/consent.ts";
import { createNoGraphics } from "../panels/no_graphics.ts";
import type { Settings } from "../settings.ts";
import { MODEL_HOSTS } from "./browser_engine.ts";
import { chooseEngine, engineChoice } from "./engine_choice.ts";
import { type EngineStates, notReady } from "./engine_states.ts";
import { graphicsSupport } from "./graphics_support.ts";
import { keptShares } from "./kept_models.ts";
import { type ModelPick, modelPicks } from "./model_picks.ts";

/** What consent needs of the page. */
export interface ConsentParts {
  readonly settings: Cell<Settings>;
  readonly states: EngineStates;
  readonly stage: Stage;
  /** The person wants the model: ask the question with it. */
  readonly onAgree: (question: string) => void;
  readonly onRefuse: () => void;
  readonly onOtherEngine: (id: LLMProviderId) => void;
}

/**
 * Resolves with whether the model that is set may answer at once, because it is on this device.
 * Else the person is asked; nothing is downloaded for the question itself.
 */
export async function askConsent(question: string, parts: ConsentParts): Promise<boolean> {
  const { settings, states, stage, onRefuse } = parts;
  const support = await graphicsSupport();
  if (support === "none") {
    states.set("webllm", notReady("no WebGPU"));
    stage.show(createNoGraphics(parts.onOtherEngine));
    return false;
  }
  const picks = modelPicks({ hasHalfPrecision: support === "half-precision" });
  const saved = engineChoice(settings.get(), "webllm").model;
  const chosen = (picks.find(({ id }) => id === saved) ?? picks[0]!).id;
  const use = (model: string): void => chooseEngine(settings, "webllm", { model });
  const isHere = await askForModel({ purpose: "write answers", picks, chosen }, stage, {
    onAgree(id) {
      use(id);
      parts.onAgree(question);
    },
    onRefuse,
  });
  if (isHere) use(chosen);
  return isHere;
}

/** Resolves with whether the chosen model is on this device; else the person is asked. */
export async function askForModel(
  { purpose, picks, chosen }: { purpose: string; picks: readonly ModelPick[]; chosen: string },
  stage: Stage,
  { onAgree, onRefuse }: { onAgree: (id: string) => void; onRefuse: () => void },
): Promise<boolean> {
  const kept = await keptShares(picks);
  if (kept.get(chosen) === "whole") return true;
  const { quota, usage = 0 } = await navigator.storage?.estimate?.() ?? {};
  const freeBytes = quota === undefined ? undefined : quota - usage;
  const panel = createConsent({ purpose, picks, kept, chosen, hosts: MODEL_HOSTS, freeBytes }, {
    onAgree(id) {
      // Without it, a browser that runs out of space may drop the model.
      navigator.storage?.persist?.();
      onAgree(id);
    },
    onRefuse,
  });
  stage.show(panel);
  panel.querySelector<HTMLElement>("input:checked")?.focus();
  return false;
}
