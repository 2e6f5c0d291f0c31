// Copyright 2026 the Rivulet authors. MIT license.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Consent } from "../answer/consent_panel.tsx";
import { keptShare } from "../target/kept_models.ts";
import type { KeptShare } from "../state/consent.ts";
import { MEANING_PICK } from "../target/model_picks.ts";
import { noteBrowserState } from "../target/note_states.ts";
import { usePage } from "../core/page.ts";
import { Button } from "../parts/button.tsx";
import { Choices } from "../parts/choices.tsx";
import { Section } from "../parts/dialog.tsx";
import { Row } from "../parts/panel.tsx";
import { OllamaModels } from "./ollama_models.tsx";
import { rankingChoices } from "./ranking_choices.ts";
import { meanings } from "./meanings_part.ts";

/** Picks the model that reads meanings, and asks before one is downloaded. */
export function MeaningsSection(
  { hasFocus, onDone }: { hasFocus: boolean; onDone: () => void },
): JSX.Element {
  const { state, late } = usePage();
  const reading = state.meaningsReading.value;
  const support = state.graphics.value;
  const picked = useSignal(state.settings.peek().meanings ?? "");
  const installed = useSignal<readonly string[] | undefined>(undefined);
  const elsewhere = useSignal<readonly string[] | undefined>(undefined);
  /** The question about the download took the focus, and gives it back. */
  const wasAsked = useRef(false);
  const share = useSignal<KeptShare>("none");
  useEffect(() => {
    if (support === undefined) noteBrowserState(state);
    keptShare(MEANING_PICK.id).then((found) => share.value = found);
  }, []);

  function choose(): void {
    const model = picked.peek() || undefined;
    late.use(meanings, async (part) => {
      // The question about a download stands here; all else goes on beside the page.
      if (!await part.mayUse(model)) return;
      onDone();
      await part.choose(model);
    });
  }
  if (reading.kind === "consent") {
    wasAsked.current = true;
    return (
      <div ref={focusPicked}>
        <Consent
          facts={reading.facts}
          onAgree={(model) => {
            state.meaningsReading.value = { kind: "idle" };
            onDone();
            late.use(meanings, (part) => part.choose(model, { mayDownload: true }));
          }}
          onRefuse={() => late.use(meanings, (part) => part.refuse())}
        />
      </div>
    );
  }
  return (
    <Section title="Smarter search">
      <p class="hint">
        A question then also finds what it does not name. A model has to read each description once.
      </p>
      <div ref={wasAsked.current ? focusPicked : null}>
        <Choices
          name="meanings"
          label="Ranking"
          choices={rankingChoices({
            picked: picked.value,
            support,
            share: share.value,
            installed: installed.value,
            elsewhere: elsewhere.value,
          })}
          hasFocus={hasFocus}
          onPick={(model) => picked.value = model}
        />
      </div>
      <OllamaModels id="local-a" onFound={(models) => installed.value = models} />
      <OllamaModels id="local-b" onFound={(models) => elsewhere.value = models} />
      <Row>
        <Button onClick={choose}>Search like this</Button>
      </Row>
    </Section>
  );
}

/** A `ref` that gives the focus to the choice that is picked in an element, when that appears. */
function focusPicked(element: HTMLElement | null): void {
  element?.querySelector<HTMLElement>("input:checked")?.focus();
}
