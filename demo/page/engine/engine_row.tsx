// Copyright 2026 the Rivulet authors. MIT license.

import { getProviderById, type LLMProviderId } from "@rivulet/llm/providers";
import type { FunctionComponent, JSX } from "preact";
import { usePage } from "../page.ts";
import { engineNameOf } from "../state/engine_names.ts";
import { type EngineState, engineStateOf, serverNameOf } from "../state/engine_states.ts";
import { NO_GRAPHICS } from "../state/graphics_support.ts";
import { BrowserForm } from "./browser_form.tsx";
import type { EngineDraft } from "./engine_draft.ts";
import { engineWordsOf } from "./engine_words.ts";
import type { EngineFormProps } from "./form_props.ts";
import { RemoteForm } from "./remote_form.tsx";
import { ServerForm } from "./server_form.tsx";

/** One engine: a line, which unfolds its form where it is picked. */
export function EngineRow(
  { id, isPicked, isDisabled, draft, hasFocus, onPick, onDraft, ...form }:
    & Pick<EngineFormProps, "problem" | "focusOn" | "asksAgain">
    & {
      id: LLMProviderId;
      isPicked: boolean;
      isDisabled: boolean;
      /** There for the one that is picked. */
      draft: EngineDraft | undefined;
      hasFocus: boolean;
      onPick: (id: LLMProviderId, address?: string) => void;
      onDraft: (id: LLMProviderId, draft: EngineDraft) => void;
    },
): JSX.Element {
  const { name } = engineNameOf(id);
  const shown = stateToShow(id, draft);
  const Form = formOf(id);
  return (
    <div class={isPicked ? "engine picked" : "engine"}>
      <label>
        <input
          type="radio"
          name="engine"
          value={id}
          checked={isPicked}
          disabled={isDisabled}
          autofocus={hasFocus}
          onChange={() => onPick(id)}
        />
        <span class="words">
          <span class="title">{serverNameOf(shown) ?? name}</span>
          <span class={`state ${shown.mood}`} data-state={id}>{shown.words}</span>
        </span>
      </label>
      {isDisabled && <p class="hint">This browser cannot run a model: {NO_GRAPHICS}.</p>}
      {isPicked && draft !== undefined && (
        <div class="engine-form">
          <p class="hint">{engineWordsOf(id).about}</p>
          <Form
            id={id}
            draft={draft}
            onDraft={(changed) => onDraft(id, changed)}
            onNeedsKey={(address) => onPick("standard-compatible", address)}
            {...form}
          />
        </div>
      )}
    </div>
  );
}

/** What a check in this form has found comes before what was known. */
function stateToShow(id: LLMProviderId, draft: EngineDraft | undefined): EngineState {
  const { engines } = usePage().state;
  return draft?.found ?? engineStateOf(engines.value, id);
}

function formOf(id: LLMProviderId): FunctionComponent<EngineFormProps> {
  if (id === "webllm") return BrowserForm;
  return getProviderById(id).definition.requiresApiKey ? RemoteForm : ServerForm;
}
