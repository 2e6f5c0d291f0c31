// Copyright 2026 the Rivulet authors. MIT license.

import type { Stage } from "../answer/stage.ts";
import type { Cell } from "../cell.ts";
import { createConsent } from "../panels/consent.ts";
import { createNoGraphics } from "../panels/no_graphics.ts";
import type { Settings } from "../settings.ts";
import type { LLMProviderId } from "@rivulet/llm";
import { MODEL_HOSTS } from "./browser_engine.ts";
import { graphicsSupport } from "./graphics_support.ts";
import { type KeptShare, keptShare } from "./kept_models.ts";
import { chooseEngine, engineChoice } from "./engine_choice.ts";
import { type EngineStates, notReady } from "./engine_states.ts";
import { modelPicks } from "./model_picks.ts";

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
  const { settings, states, stage } = parts;
  const support = await graphicsSupport();
  if (support === "none") {
    states.set("webllm", notReady("no WebGPU"));
    stage.show(createNoGraphics(parts.onOtherEngine));
    return false;
  }
  const picks = modelPicks({ hasHalfPrecision: support === "half-precision" });
  const saved = engineChoice(settings.get(), "webllm").model;
  const chosen = picks.find(({ id }) => id === saved) ?? picks[0]!;
  const kept = new Map<string, KeptShare>();
  for (const { id } of picks) kept.set(id, await keptShare(id));
  if (kept.get(chosen.id) === "whole") {
    chooseEngine(settings, "webllm", { model: chosen.id });
    return true;
  }
  const { quota, usage = 0 } = await navigator.storage?.estimate?.() ?? {};
  const panel = createConsent({
    picks,
    kept,
    chosen: chosen.id,
    hosts: MODEL_HOSTS,
    freeBytes: quota === undefined ? undefined : quota - usage,
  }, {
    onAgree(id) {
      chooseEngine(settings, "webllm", { model: id });
      // Without it, a browser that runs out of space may drop the model.
      navigator.storage?.persist?.();
      parts.onAgree(question);
    },
    onRefuse: parts.onRefuse,
  });
  stage.show(panel);
  panel.querySelector<HTMLElement>("input:checked")?.focus();
  return false;
}
