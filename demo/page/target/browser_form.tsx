// Copyright 2026 the Rivulet authors. MIT license.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { usePage } from "../core/page.ts";
import { Choices } from "../parts/choices.tsx";
import type { TargetFormProps } from "./form_props.ts";
import { keptShares } from "./kept_models.ts";
import type { KeptShare } from "../state/consent.ts";
import { modelPicks, pickChoices } from "./model_picks.ts";

/**
 * Picks the model for this browser. Nothing is downloaded before the consent that follows the next
 * question.
 */
export function BrowserForm({ draft, focusOn, onDraft }: TargetFormProps): JSX.Element {
  const support = usePage().state.graphics.value;
  const kept = useSignal<ReadonlyMap<string, KeptShare>>(new Map());
  const picks = modelPicks({ hasHalfPrecision: support === "half-precision" });
  useEffect(() => {
    if (support !== undefined) keptShares(picks).then((shares) => kept.value = shares);
  }, [support]);
  if (support === undefined) return <p class="hint">Looking at the graphics card…</p>;
  const chosen = draft.model === "" ? undefined : draft.model;
  return (
    <>
      <Choices
        name="model"
        label="Model"
        choices={pickChoices(picks, { kept: kept.value, chosen })}
        hasFocus={focusOn === "model"}
        onPick={(model) => onDraft({ ...draft, model })}
      />
      <p class="hint">The page asks again before anything is downloaded.</p>
    </>
  );
}
