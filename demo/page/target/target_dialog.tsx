// Copyright 2026 the Rivulet authors. MIT license.

import { getProviderDefinitions, type LLMProviderId } from "@rivulet/llm/providers";
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { type Page, usePage } from "../core/page.ts";
import { Dialog } from "../parts/dialog.tsx";
import type { OpenDialog } from "../state/dialogs.ts";
import { targetIds } from "../storage/settings.ts";
import { applyDraft, draftOf, type DraftProblem, type TargetDraft } from "./target_draft.ts";
import { TargetRow } from "./target_row.tsx";
import { targetWordsOf } from "../messages/target_words.ts";
import { noteBrowserState } from "./note_states.ts";

type TargetWish = Extract<OpenDialog, { kind: "engine" }>;

/** The dialog in which a target is picked and set up. */
export function TargetDialog(
  { wish, onAskAgain }: { wish: TargetWish; onAskAgain: () => void },
): JSX.Element {
  const page = usePage();
  const { state } = page;
  const asked = useSignal<LLMProviderId>(wish.picked ?? state.settings.peek().engine);
  // Before the graphics card has been looked at, nothing is said of it.
  const isWithoutGraphics = state.graphics.value === "none";
  const picked = asked.value === "webllm" && isWithoutGraphics ? "local-a" : asked.value;
  const drafts = useSignal<Drafts>(new Map());
  const draft = drafts.value.get(picked) ?? firstDraft(picked, wish, page);
  const problem = useSignal<DraftProblem | undefined>(undefined);
  useEffect(() => {
    if (state.graphics.peek() === undefined) noteBrowserState(state);
  }, []);
  useEffect(() => {
    // The choice that had the focus may turn out to be of no use after the dialog was opened.
    if (!document.activeElement?.matches("body, :disabled")) return;
    document.querySelector<HTMLElement>("#engine-dialog [autofocus]")?.focus();
  }, [isWithoutGraphics]);

  const close = (): void => void (state.dialog.value = undefined);
  const keep = (id: LLMProviderId, changed: TargetDraft): void => {
    drafts.value = new Map([...drafts.peek(), [id, changed]]);
    problem.value = undefined;
  };
  const pick = (id: LLMProviderId, address?: string): void => {
    if (address !== undefined) keep(id, draftOf(id, page, { address }));
    problem.value = undefined;
    asked.value = id;
  };
  function submit(event: Event): void {
    event.preventDefault();
    problem.value = applyDraft(picked, draft, page);
    if (problem.value !== undefined) return focusOn(event.currentTarget, problem.value.field);
    close();
    if (wish.asksAgain) onAskAgain();
  }

  return (
    <Dialog id="engine-dialog" title="Who answers?" onClose={close}>
      <form onSubmit={submit} noValidate>
        <fieldset class="engines">
          <legend class="unseen">Who answers?</legend>
          {offeredIds().map((id) => (
            <TargetRow
              key={id}
              id={id}
              isPicked={id === picked}
              isDisabled={id === "webllm" && isWithoutGraphics}
              draft={id === picked ? draft : undefined}
              problem={problem.value}
              focusOn={id === (wish.picked ?? id) ? wish.focusOn : undefined}
              hasFocus={id === picked && wish.focusOn === undefined}
              asksAgain={wish.asksAgain}
              onPick={pick}
              onDraft={keep}
            />
          ))}
        </fieldset>
        <div class="row">
          <button type="submit" class="primary">
            {targetWordsOf(picked).use}
            {wish.asksAgain && " and ask again"}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

type Drafts = ReadonlyMap<LLMProviderId, TargetDraft>;

function firstDraft(id: LLMProviderId, wish: TargetWish, page: Page): TargetDraft {
  return draftOf(id, page, id === wish.picked ? wish : {});
}

function focusOn(form: EventTarget | null, field: string): void {
  (form as HTMLElement).querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
}

/** All engines of the library: those with words of the page first. */
function offeredIds(): LLMProviderId[] {
  return [...new Set([...targetIds, ...getProviderDefinitions().map(({ id }) => id)])];
}
