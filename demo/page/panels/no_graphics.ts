// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderId } from "@rivulet/llm";
import { button, element } from "../dom.ts";
import { engineNameOf } from "../engines/engine_names.ts";
import { createPanel, createRow } from "./panel.ts";

/** This browser has no WebGPU: the way on is another engine. */
export function createNoGraphics(onChoose: (id: LLMProviderId) => void): HTMLElement {
  const others = (["local-a", "local-b", "standard-compatible"] as const).map((id) =>
    button(engineNameOf(id).name, () => onChoose(id))
  );
  return createPanel(
    "This browser cannot run a model.",
    element(
      "p",
      {},
      "It has no WebGPU, or its graphics card is blocked. The matches work all the same; for an answer pick another engine:",
    ),
    createRow(...others),
  );
}
