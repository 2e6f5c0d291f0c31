// Copyright 2026 the Rivulet authors. MIT license.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Explanation } from "../../engines/explain.ts";
import { shownText } from "../../stars/shown_text.ts";
import { usePage } from "../core/page.ts";
import { Button } from "../parts/button.tsx";
import { Field } from "../parts/field.tsx";
import { Result } from "../parts/panel.tsx";
import { say } from "../actions/actions.ts";
import { formatPlural } from "../messages/format.ts";
import { addressProblem } from "./target_choice.ts";
import type { TargetFormProps } from "./form_props.ts";
import { listServiceModels } from "./service_models.ts";

const LIMIT_MS = 30_000;

type Listing =
  | { readonly kind: "idle" }
  | { readonly kind: "asking" }
  | { readonly kind: "found"; readonly models: readonly string[] }
  | { readonly kind: "failed"; readonly problem: Explanation };

/** The name of a service's model: typed, or picked from what the service lists on a click. */
export function ServiceModelField(
  { draft, onDraft, problem, focusOn }: TargetFormProps,
): JSX.Element {
  const { state } = usePage();
  const listing = useSignal<Listing>({ kind: "idle" });
  const running = useRef<AbortController | undefined>(undefined);
  // Another address is another service, with other models.
  useEffect(() => () => {
    running.current?.abort();
    listing.value = { kind: "idle" };
  }, [draft.address]);

  async function list(): Promise<void> {
    if (listing.peek().kind === "asking") return;
    const words = addressProblem(draft.address);
    if (words !== undefined) return fail({ message: words });
    const controller = running.current = new AbortController();
    const limit = setTimeout(() => controller.abort(), LIMIT_MS);
    listing.value = { kind: "asking" };
    try {
      const found = await listServiceModels(draft, controller.signal);
      if (running.current !== controller) return;
      if ("problem" in found) return fail(found.problem);
      listing.value = { kind: "found", models: found.models };
      say(state, wordsOf(listing.value));
    } catch {
      if (running.current === controller) fail({ message: "No answer within 30 s." });
    } finally {
      clearTimeout(limit);
    }
  }
  const fail = (reason: Explanation): void =>
    void (listing.value = { kind: "failed", problem: reason });
  const models = listing.value.kind === "found" ? listing.value.models : [];
  return (
    <>
      <div class="inline-field">
        <Field label="Model">
          <input
            name="model"
            value={draft.model}
            list="service-models"
            spellcheck={false}
            autocomplete="off"
            autofocus={focusOn === "model"}
            aria-invalid={problem?.field === "model"}
            onInput={({ currentTarget: { value } }) => onDraft({ ...draft, model: value })}
          />
          <datalist id="service-models">
            {models.map((name) => <option key={name} value={name} />)}
          </datalist>
        </Field>
        <Button aria-disabled={listing.value.kind === "asking"} onClick={list}>
          List its models
        </Button>
      </div>
      <Result>
        {wordsOf(listing.value)}
        {listing.value.kind === "failed" && listing.value.problem.serverWords !== undefined && (
          <p class="words-of-server" dir="auto">
            The service says: {shownText(listing.value.problem.serverWords)}
          </p>
        )}
      </Result>
    </>
  );
}

function wordsOf(listing: Listing): string {
  switch (listing.kind) {
    case "idle":
      return "";
    case "asking":
      return "Asking for its models…";
    case "found":
      return `${formatPlural(listing.models.length, "model")}. Type a part of a name to pick one.`;
    case "failed":
      return listing.problem.message;
  }
}
