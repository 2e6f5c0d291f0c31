// Copyright 2026 the Rivulet authors. MIT license.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Diagnosis } from "../../engines/doctor.ts";
import { usePage } from "../core/page.ts";
import { say, setTargetState } from "../actions/actions.ts";
import type { TargetState } from "../state/target_state.ts";
import { checkServer } from "./check_server.ts";
import { addressProblem, targetOf } from "./target_choice.ts";
import type { TargetFormProps } from "./form_props.ts";
import { modelListWords } from "../messages/model_list_words.ts";

/** A browser may hold a request back until a person has answered it: then it should be said. */
const SLOW_MS = 3000;

const LIMIT_MS = 30_000;

/** Where a check of a local server is. */
export type CheckStep =
  | { readonly kind: "idle" }
  | { readonly kind: "asking"; readonly isSlow: boolean }
  | { readonly kind: "silent" }
  | { readonly kind: "found"; readonly models: readonly string[]; readonly state: TargetState }
  | { readonly kind: "failed"; readonly diagnosis: Diagnosis };

/** Checks a local server on a click, and takes what it finds into the draft. */
export function useServerCheck(
  { id, draft, onDraft }: TargetFormProps,
): { readonly step: CheckStep; readonly check: () => void; readonly forget: () => void } {
  const { state } = usePage();
  const step = useSignal<CheckStep>({ kind: "idle" });
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  function forget(): void {
    running.current?.abort();
    running.current = undefined;
    step.value = { kind: "idle" };
  }

  async function check(): Promise<void> {
    forget();
    const problem = addressProblem(draft.address);
    if (problem !== undefined) {
      step.value = { kind: "failed", diagnosis: { message: problem } };
      return;
    }
    const controller = running.current = new AbortController();
    step.value = { kind: "asking", isSlow: false };
    const slow = setTimeout(() => step.value = { kind: "asking", isSlow: true }, SLOW_MS);
    const limit = setTimeout(() => controller.abort(), LIMIT_MS);
    try {
      await look(controller);
    } catch {
      // Whoever stopped it has something else to show.
      if (running.current === controller) step.value = { kind: "silent" };
    } finally {
      clearTimeout(slow);
      clearTimeout(limit);
    }
  }

  async function look(controller: AbortController): Promise<void> {
    const saved = targetOf(state.settings.peek(), id);
    const baseUrl = draft.address.trim();
    const model = draft.model === "" ? undefined : draft.model;
    const found = await checkServer({ ...saved, baseUrl, model }, controller.signal);
    if (running.current !== controller) return;
    // The chip tells of the address that is used, and of no other.
    if (baseUrl === saved.baseUrl) setTargetState(state, id, found.state);
    if ("diagnosis" in found) {
      step.value = { kind: "failed", diagnosis: found.diagnosis };
      return onDraft({ ...draft, found: found.state });
    }
    step.value = { kind: "found", ...found };
    onDraft({ ...draft, model: found.state.model ?? "", found: found.state });
    say(state, modelListWords(id, found.models, found.state.server));
  }
  return { step: step.value, check, forget };
}
