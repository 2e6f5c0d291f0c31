// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { Repository } from "../../stars/repository.ts";
import { usePage } from "../core/page.ts";
import { missingReadmes, proseOf } from "../state/readmes_state.ts";
import type { State } from "../state/state.ts";
import { ReadmesSteps } from "./lazy_views.ts";
import { Button } from "../parts/button.tsx";

/** Offers to read the READMEs of the matches. Nothing is sent before the second click. */
export function ReadmesBar(
  { repositories }: { repositories: readonly Repository[] },
): JSX.Element | null {
  const { state } = usePage();
  const { step } = state.readmes.value;
  const missing = missingReadmes(state.readmes.value, repositories);
  const offer = useRef<HTMLButtonElement>(null);
  const setStep = (kind: "idle" | "asking"): void => {
    state.readmes.value = { ...state.readmes.value, step: { kind } };
  };
  if (repositories.length === 0) return null;
  if (step.kind === "reading" || (step.kind === "asking" && missing.length > 0)) {
    const refuse = (): void => {
      setStep("idle");
      queueMicrotask(() => offer.current?.focus());
    };
    return <ReadmesSteps missing={missing} onRefuse={refuse} />;
  }
  const problem = step.kind === "idle" ? step.problem : undefined;
  // What goes with a question is told once all have been asked for.
  const line = problem ?? (missing.length > 0 ? undefined : proseWords(repositories, state));
  return (
    <div class="readmes">
      {line !== undefined && <p class="hint">{line}</p>}
      {missing.length > 0 && (
        <Button class="link" ref={offer} onClick={() => setStep("asking")}>
          {offerWords(missing.length, repositories.length)}
        </Button>
      )}
    </div>
  );
}

function offerWords(missing: number, all: number): string {
  if (missing === 1) return "Read one README";
  return `Read the READMEs of ${missing === all ? "these" : "the other"} ${missing}`;
}

function proseWords(repositories: readonly Repository[], { readmes }: State): string {
  return repositories.some(({ fullName }) => proseOf(readmes.value, fullName) !== undefined)
    ? "The first words of their READMEs go with your question."
    : "None of them has a README.";
}
