// Copyright 2026 the Rivulet authors. MIT license.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type KnownServer, listModels, localServers } from "../../engines/local_server.ts";
import { servedId, type ServerId } from "../../engines/served_model.ts";
import { Button } from "../parts/button.tsx";
import { FailureWords } from "../parts/failure_words.tsx";
import type { Diagnosis } from "../../engines/doctor.ts";
import { diagnose } from "../target/diagnose.ts";
import { targetOf } from "../target/target_choice.ts";
import { usePage } from "../core/page.ts";
import { Result, Row } from "../parts/panel.tsx";
import { mayConnect, notYetWords } from "../reach/may_connect.ts";
import { formatPlural } from "../messages/format.ts";

/** What each server calls a model that many have. */
const SMALL_MODELS = { "local-a": "all-minilm", "local-b": "nomic-embed-text-v1.5" } as const;

const LIMIT_MS = 30_000;

type Step =
  | { readonly kind: "idle" }
  | { readonly kind: "asking" }
  | { readonly kind: "found"; readonly count: number }
  | { readonly kind: "failed"; readonly reason: Diagnosis };

/** Asks a local server that is set up for the embedding models that it has, on a click. */
export function OllamaModels(
  { id, onFound }: { id: ServerId; onFound: (models: readonly string[]) => void },
): JSX.Element {
  const server = localServers.get(id)!;
  const { state } = usePage();
  const step = useSignal<Step>({ kind: "idle" });
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function ask(): Promise<void> {
    if (step.peek().kind === "asking") return;
    const choice = targetOf(state.settings.peek(), id);
    if (!mayConnect(choice.baseUrl)) {
      step.value = { kind: "failed", reason: { message: notYetWords([choice.baseUrl]) } };
      return;
    }
    const controller = running.current = new AbortController();
    const limit = setTimeout(() => controller.abort(), LIMIT_MS);
    step.value = { kind: "asking" };
    try {
      const models = (await listModels(server, choice.baseUrl, controller.signal))
        .filter(({ embeds }) => embeds)
        .map(({ name }) => servedId({ server: id, name }));
      step.value = { kind: "found", count: models.length };
      onFound(models);
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
        <Button class="link" aria-disabled={step.value.kind === "asking"} onClick={ask}>
          Look for more models in {server.name}
        </Button>
      </Row>
      <Result>
        {step.value.kind === "failed"
          ? <FailureWords reason={step.value.reason} />
          : wordsOf(step.value, server)}
      </Result>
    </>
  );
}

function wordsOf(
  step: Exclude<Step, { kind: "failed" }>,
  { name, provider, pullCommand }: KnownServer,
): string {
  switch (step.kind) {
    case "idle":
      return "";
    case "asking":
      return `Asking ${name} for its models…`;
    case "found":
      return step.count === 0
        ? `${name} has no model that reads meanings. Run: ${pullCommand(SMALL_MODELS[provider])}`
        : `${name} has ${formatPlural(step.count, "model")} that can read meanings.`;
  }
}
