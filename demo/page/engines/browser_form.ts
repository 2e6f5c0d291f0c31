// Copyright 2026 the Rivulet authors. MIT license.

import { createChoices, pickedValue } from "../choice.ts";
import { element } from "../dom.ts";
import { createHint } from "../panels/panel.ts";
import { chooseEngine, engineChoice } from "./engine_choice.ts";
import type { EngineParts } from "./engine_dialog.ts";
import type { EngineForm } from "./engine_form.ts";
import { graphicsSupport, NO_GRAPHICS } from "./graphics_support.ts";
import { keptShares } from "./kept_models.ts";
import { modelPicks, pickChoices } from "./model_picks.ts";

/**
 * Picks the model for this browser. Nothing is downloaded before the consent that follows the next
 * question.
 */
export function createBrowserForm({ settings }: EngineParts): EngineForm {
  const place = element("section", {}, createHint("Looking at the graphics card…"));
  fill();

  async function fill(): Promise<void> {
    const support = await graphicsSupport();
    if (support === "none") {
      place.replaceChildren(element("p", {}, `This browser cannot run a model: ${NO_GRAPHICS}.`));
      return;
    }
    const picks = modelPicks({ hasHalfPrecision: support === "half-precision" });
    const chosen = engineChoice(settings.get(), "webllm").model;
    const choices = pickChoices(picks, { kept: await keptShares(picks), chosen });
    place.replaceChildren(
      element("h3", {}, "Model"),
      createChoices({ name: "model", label: "Model" }, choices),
      createHint("The page asks again before anything is downloaded."),
    );
  }

  return {
    element: place,
    apply() {
      const picked = pickedValue(place);
      chooseEngine(settings, "webllm", picked === "" ? {} : { model: picked });
      return true;
    },
  };
}
