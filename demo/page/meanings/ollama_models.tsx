// Copyright 2026 the Rivulet authors. MIT license.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { listModels, localServers } from "../../engines/local_server.ts";
import { FailureWords } from "../parts/failure_words.tsx";
import type { Diagnosis } from "../../engines/doctor.ts";
import { diagnose } from "../target/diagnose.ts";
import { targetOf } from "../target/target_choice.ts";
import { usePage } from "../core/page.ts";
import { Result, Row } from "../parts/panel.tsx";
import { mayConnect, notYetWords } from "../reach/may_connect.ts";
import { formatPlural } from "../messages/format.ts";

const LIMIT_MS = 30_000;

type Step =
  | { readonly kind: "idle" }
  | { readonly kind: "asking" }
  | { readonly kind: "found"; readonly count: number }
  | { readonly kind: "failed"; readonly reason: Diagnosis };

/** Asks the Ollama that is set up for the embedding models that it has, on a click. */
export function OllamaModels(
  { onFound }: { onFound: (names: readonly string[]) => void },
): JSX.Element {
  const { state } = usePage();
  const step = useSignal<Step>({ kind: "idle" });
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function ask(): Promise<void> {
    if (step.peek().kind === "asking") return;
    const choice = targetOf(state.settings.peek(), "local-a");
    if (!mayConnect(choice.baseUrl)) {
      step.value = { kind: "failed", reason: { message: notYetWords([choice.baseUrl]) } };
      return;
    }
    const controller = running.current = new AbortController();
    const limit = setTimeout(() => controller.abort(), LIMIT_MS);
    step.value = { kind: "asking" };
    try {
      const models = await listModels(
        localServers.get("local-a")!,
        choice.baseUrl,
        controller.signal,
      );
      const names = models.filter(({ embeds }) => embeds).map(({ name }) => name);
      step.value = { kind: "found", count: names.length };
      onFound(names);
    } catch (error) {
      const reason = controller.signal.aborted
        ? { message: "No answer within 30 s." }
        : await diagnose(error, choice);
      step.value = { kind: "failed", reason };
    } finally {
      clearTimeout(limit);
    }
  }
  return (
    <>
      <Row>
        <button
          type="button"
          class="link"
          aria-disabled={step.value.kind === "asking"}
          onClick={ask}
        >
          Look for more models in Ollama
        </button>
      </Row>
      <Result>
        {step.value.kind === "failed"
          ? <FailureWords reason={step.value.reason} />
          : wordsOf(step.value)}
      </Result>
    </>
  );
}

function wordsOf(step: Exclude<Step, { kind: "failed" }>): string {
  switch (step.kind) {
    case "idle":
      return "";
    case "asking":
      return "Asking Ollama for its models…";
    case "found":
      return step.count === 0
        ? "Ollama has no model that reads meanings. Run: ollama pull all-minilm"
        : `Ollama has ${formatPlural(step.count, "model")} that can read meanings.`;
  }
}
