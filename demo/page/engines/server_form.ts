// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderId } from "@rivulet/llm";
import { localServers } from "../../engines/local_server.ts";
import { createField } from "../dialog.ts";
import { button, element } from "../dom.ts";
import { formatPlural } from "../format.ts";
import { createFailure } from "../panels/failure.ts";
import { createHint, createResult } from "../panels/panel.ts";
import { say } from "../status.ts";
import { checkServer } from "./check_server.ts";
import { addressProblem, chooseEngine, engineChoice } from "./engine_choice.ts";
import type { EngineParts } from "./engine_dialog.ts";
import type { EngineForm } from "./engine_form.ts";

/** The address and the model of a server on this computer. It is tried on a click, never before. */
export function createServerForm(
  id: LLMProviderId,
  { settings, states }: EngineParts,
  onState: (words: string) => void,
): EngineForm {
  const saved = engineChoice(settings.get(), id);
  const address = element("input", {
    type: "url",
    name: "address",
    value: saved.baseUrl,
    spellcheck: "false",
  });
  const models = element("select", { name: "model" });
  const check = button("Check connection", () => checkNow());
  const result = createResult();
  offer([]);

  function offer(names: readonly string[]): void {
    const { defaultModel } = saved.definition;
    const wanted = models.value || saved.model || defaultModel;
    const known = saved.model === undefined || names.length > 0 ? names : [saved.model];
    models.replaceChildren(
      ...(known.length === 0
        ? [element("option", { value: "" }, `${defaultModel}, or the first there is`)]
        : known.map((name) => element("option", { value: name, selected: name === wanted }, name))),
    );
  }

  async function checkNow(): Promise<void> {
    const problem = addressProblem(address.value);
    if (problem !== undefined) return result.replaceChildren(problem);
    check.disabled = true;
    result.replaceChildren(createHint("Asking for its models…"));
    const choice = { ...saved, baseUrl: address.value };
    try {
      const found = await checkServer(choice, AbortSignal.timeout(10_000));
      states.set(id, found.state);
      onState(found.state.words);
      if ("diagnosis" in found) {
        result.replaceChildren(createFailure(found.diagnosis, [button("Check again", checkNow)]));
        return;
      }
      offer(found.models);
      const words = describeModels(found.models);
      result.replaceChildren(words);
      say(words);
    } catch {
      result.replaceChildren("No answer within 10 s.");
    } finally {
      check.disabled = false;
    }
  }

  function describeModels(names: readonly string[]): string {
    const { defaultModel } = saved.definition;
    const { pullCommand } = localServers.get(id)!;
    if (names.length === 0) return `No model is installed. Run: ${pullCommand(defaultModel)}`;
    if (names.includes(defaultModel) || id === "local-b") {
      return `${formatPlural(names.length, "model")} ready.`;
    }
    return `${defaultModel} is not installed. Pick one you have, or run: ${
      pullCommand(defaultModel)
    }`;
  }

  return {
    element: element(
      "section",
      {},
      element("div", { class: "inline-field" }, createField("Address", address), check),
      createField("Model", models),
      result,
    ),
    apply() {
      const problem = addressProblem(address.value);
      if (problem !== undefined) {
        result.replaceChildren(problem);
        address.focus();
        return false;
      }
      chooseEngine(settings, id, {
        baseUrl: address.value.trim(),
        ...(models.value !== "" && { model: models.value }),
      });
      return true;
    },
  };
}
