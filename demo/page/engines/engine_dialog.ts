// Copyright 2026 the Rivulet authors. MIT license.

import { getProviderDefinitions, type LLMProviderId } from "@rivulet/llm/providers";
import type { Cell } from "../cell.ts";
import { Dialog } from "../dialog.ts";
import { createChoices, pickedValue } from "../choice.ts";
import { element } from "../dom.ts";
import { createRow } from "../panels/panel.ts";
import type { Settings } from "../settings.ts";
import { engineIds, engineNameOf } from "./engine_names.ts";
import type { EngineStates } from "./engine_states.ts";
import type { Keys } from "./keys.ts";
import { createBrowserForm } from "./browser_form.ts";
import type { EngineForm } from "./engine_form.ts";
import { createRemoteForm } from "./remote_form.ts";
import { createServerForm } from "./server_form.ts";

/** What the engine forms need of the page. */
export interface EngineParts {
  readonly settings: Cell<Settings>;
  readonly states: EngineStates;
  readonly keys: Keys;
}

/** The dialog in which an engine is picked and set up. */
export class EngineDialog {
  readonly #dialog = new Dialog("engine-dialog", "Who answers?");
  readonly #parts: EngineParts;
  readonly #onUse: (options: { askAgain: boolean }) => void;
  #form: EngineForm | undefined;

  constructor(parts: EngineParts, onUse: (options: { askAgain: boolean }) => void) {
    this.#parts = parts;
    this.#onUse = onUse;
  }

  /**
   * Opens with one engine picked; `focusOn` names a field to start in, `askAgain` offers to ask at
   * once.
   */
  open(
    { picked = this.#parts.settings.get().engine, focusOn, askAgain = false }: {
      picked?: LLMProviderId | undefined;
      focusOn?: "key" | "model" | undefined;
      askAgain?: boolean;
    } = {},
  ): void {
    const details = element("div");
    const use = element("button", { type: "submit", class: "primary" });
    const choices = createChoices(
      { name: "engine", label: "Engine" },
      offeredIds().map((id) => ({
        value: id,
        title: engineNameOf(id).name,
        state: this.#parts.states.get(id).words,
        about: engineNameOf(id).about,
        isPicked: id === picked,
      })),
    );
    const show = (id: LLMProviderId): void => {
      this.#form = this.#createForm(id);
      details.replaceChildren(this.#form.element);
      use.textContent = `${engineNameOf(id).use}${askAgain ? " and ask again" : ""}`;
    };
    choices.addEventListener("change", () => show(pickedValue(choices) as LLMProviderId));
    show(picked);
    const form = element("form", {}, choices, details, createRow(use));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#use(askAgain);
    });
    this.#dialog.open(form);
    if (focusOn === undefined) choices.querySelector<HTMLInputElement>("input:checked")?.focus();
    else details.querySelector<HTMLElement>(`[name="${focusOn}"]`)?.focus();
  }

  #createForm(id: LLMProviderId): EngineForm {
    if (id === "webllm") return createBrowserForm(this.#parts);
    if (id === "standard-compatible") return createRemoteForm(this.#parts);
    return createServerForm(id, this.#parts, (words) => {
      const state = document.querySelector(`#engine-dialog [data-state="${id}"]`);
      if (state !== null) state.textContent = words;
    });
  }

  #use(askAgain: boolean): void {
    if (this.#form?.apply() !== true) return;
    this.#dialog.close();
    this.#onUse({ askAgain });
  }
}

/** All engines of the library: those with words of the page first. */
function offeredIds(): LLMProviderId[] {
  return [...new Set([...engineIds, ...getProviderDefinitions().map(({ id }) => id)])];
}
