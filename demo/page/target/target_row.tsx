// Copyright 2026 the Rivulet authors. MIT license.

import { getProviderById, type LLMProviderId } from "@rivulet/llm/providers";
import type { FunctionComponent, JSX } from "preact";
import { usePage } from "../core/page.ts";
import { targetNameOf } from "../messages/target_names.ts";
import { serverNameOf, targetStateOf } from "../messages/target_states.ts";
import type { TargetState } from "../state/target_state.ts";
import { NO_GRAPHICS } from "../state/graphics_support.ts";
import { BrowserForm } from "./browser_form.tsx";
import type { TargetDraft } from "./target_draft.ts";
import { targetWordsOf } from "../messages/target_words.ts";
import type { TargetFormProps } from "./form_props.ts";
import { RemoteForm } from "./remote_form.tsx";
import { ServerForm } from "./server_form.tsx";

/** One engine: a line, which unfolds its form where it is picked. */
export function TargetRow(
  { id, isPicked, isDisabled, draft, hasFocus, onPick, onDraft, ...form }:
    & Pick<TargetFormProps, "problem" | "focusOn" | "asksAgain">
    & {
      id: LLMProviderId;
      isPicked: boolean;
      isDisabled: boolean;
      /** There for the one that is picked. */
      draft: TargetDraft | undefined;
      hasFocus: boolean;
      onPick: (id: LLMProviderId, address?: string) => void;
      onDraft: (id: LLMProviderId, draft: TargetDraft) => void;
    },
): JSX.Element {
  const { name } = targetNameOf(id);
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
          <p class="hint">{targetWordsOf(id).about}</p>
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
function stateToShow(id: LLMProviderId, draft: TargetDraft | undefined): TargetState {
  const { targets } = usePage().state;
  return draft?.found ?? targetStateOf(targets.value, id);
}

function formOf(id: LLMProviderId): FunctionComponent<TargetFormProps> {
  if (id === "webllm") return BrowserForm;
  return getProviderById(id).definition.requiresApiKey ? RemoteForm : ServerForm;
}
