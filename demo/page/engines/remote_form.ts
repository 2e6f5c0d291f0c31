// Copyright 2026 the Rivulet authors. MIT license.

import { createField } from "../dialog.ts";
import { element } from "../dom.ts";
import { addressProblem, chooseEngine, engineChoice } from "./engine_choice.ts";
import type { EngineParts } from "./engine_dialog.ts";
import type { EngineForm } from "./engine_form.ts";
import { notReady } from "./engine_states.ts";

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
    value: keys.get(saved.baseUrl),
  });
  const result = element("p", { "class": "result", "aria-live": "polite" });
  // Another address is another service: the key must not follow.
  address.addEventListener("change", () => key.value = keys.get(address.value) ?? "");

  return {
    element: element(
      "section",
      {},
      createField("Address", address, "Any service that speaks the chat completions protocol."),
      createField("Model", model),
      createField(
        "Key",
        key,
        "Kept in memory only. It goes to this address only and is forgotten when you close this page.",
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
      keys.set(address.value, key.value);
      states.set(
        id,
        keys.get(address.value) === undefined
          ? notReady("needs a key")
          : { words: "key entered", isReady: true },
      );
      chooseEngine(settings, id, { baseUrl: address.value.trim(), model: model.value.trim() });
      return true;
    },
  };
}
