// Copyright 2026 the Rivulet authors. MIT license.

import { createField } from "../dialog.ts";
import { button, element } from "../dom.ts";
import { createHint, createResult } from "../panels/panel.ts";
import { addressProblem, chooseEngine, engineChoice } from "./engine_choice.ts";
import type { EngineParts } from "./engine_dialog.ts";
import type { EngineForm } from "./engine_form.ts";
import { noteRemoteState } from "./engine_states.ts";

/** The address, the model and the key of a remote service. */
export function createRemoteForm({ settings, keys, states }: EngineParts): EngineForm {
  const id = "standard-compatible";
  const saved = engineChoice(settings.get(), id);
  const address = element("input", {
    type: "url",
    name: "address",
    value: saved.baseUrl,
    spellcheck: "false",
  });
  const model = element("input", { name: "model", value: saved.model, spellcheck: "false" });
  // Not a password of this page: a browser must not offer to keep it.
  const key = element("input", {
    type: "password",
    name: "key",
    autocomplete: "off",
    spellcheck: "false",
  });
  const keep = element("input", { type: "checkbox", name: "keep" });
  const forget = button("Forget key", () => {
    keys.set(address.value, "");
    noteRemoteState(settings.get(), keys, states);
    showKey();
    key.focus();
  });
  const result = createResult();
  // Another address is another service: the key must not follow.
  address.addEventListener("change", showKey);
  keep.addEventListener("change", () => {
    if (!keep.checked && keys.isKept(address.value)) keys.set(address.value, key.value);
  });
  showKey();

  function showKey(): void {
    const known = keys.get(address.value);
    key.value = known ?? "";
    keep.checked = keys.isKept(address.value);
    forget.hidden = known === undefined;
  }

  return {
    element: element(
      "section",
      {},
      createField("Address", address, "Any service that speaks the chat completions protocol."),
      createField("Model", model),
      element(
        "div",
        { class: "inline-field" },
        createField("Key", key),
        forget,
      ),
      element("label", { class: "check" }, keep, "Keep for this tab"),
      createHint(
        "The key goes to this address only. Unless you keep it, it is in memory only and a reload forgets it. " +
          "A tab that you close and restore may bring a kept key back.",
      ),
      result,
    ),
    apply() {
      const problem = addressProblem(address.value) ??
        (model.value.trim() === "" ? "Enter the name of a model." : undefined);
      if (problem !== undefined) {
        result.textContent = problem;
        return false;
      }
      keys.set(address.value, key.value, { keepForTab: keep.checked });
      chooseEngine(settings, id, { baseUrl: address.value.trim(), model: model.value.trim() });
      noteRemoteState(settings.get(), keys, states);
      return true;
    },
  };
}
