// Copyright 2026 the Rivulet authors. MIT license.

import { element } from "../dom.ts";
import { formatBytes } from "../format.ts";
import { keptWords } from "../panels/consent.ts";
import { graphicsSupport } from "./graphics_support.ts";
import { keptShare } from "./kept_models.ts";
import { chooseEngine, engineChoice } from "./engine_choice.ts";
import type { EngineParts } from "./engine_dialog.ts";
import type { EngineForm } from "./engine_form.ts";
import { modelPicks } from "./model_picks.ts";

/**
 * Picks the model for this browser. Nothing is downloaded before the consent that follows the next
 * question.
 */
export function createBrowserForm({ settings }: EngineParts): EngineForm {
  const choices = element("fieldset", { class: "choices" });
  const legend = element("legend", { class: "unseen" }, "Model");
  const chosen = engineChoice(settings.get(), "webllm").model;
  choices.append(legend, element("p", { class: "hint" }, "Looking at the graphics card…"));
  fill();

  async function fill(): Promise<void> {
    const support = await graphicsSupport();
    if (support === "none") {
      choices.replaceChildren(
        legend,
        element(
          "p",
          {},
          "This browser cannot run a model: it has no WebGPU, or its graphics card is blocked.",
        ),
      );
      return;
    }
    const picks = modelPicks({ hasHalfPrecision: support === "half-precision" });
    const rows = await Promise.all(picks.map(async (pick, index) => {
      const { id, name, words, downloadBytes, memoryBytes } = pick;
      const isChosen = id === chosen ||
        (index === 0 && !picks.some((other) => other.id === chosen));
      return element(
        "label",
        { class: "choice" },
        element("input", { type: "radio", name: "model", value: id, checked: isChosen }),
        element("span", { class: "title" }, name),
        element(
          "span",
          { class: "state" },
          keptWords(await keptShare(id)) ?? `about ${formatBytes(downloadBytes)}`,
        ),
        element(
          "span",
          { class: "about" },
          `${words}. Needs about ${formatBytes(memoryBytes)} of graphics memory.`,
        ),
      );
    }));
    choices.replaceChildren(
      legend,
      ...rows,
      element("p", { class: "hint" }, "The page asks again before anything is downloaded."),
    );
  }

  return {
    element: choices,
    apply() {
      const picked = choices.querySelector<HTMLInputElement>("input:checked")?.value;
      chooseEngine(settings, "webllm", picked === undefined ? {} : { model: picked });
      return true;
    },
  };
}
