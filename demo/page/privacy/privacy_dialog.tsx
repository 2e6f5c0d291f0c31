// Copyright 2026 the Rivulet authors. MIT license.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { KeepQuestions } from "../ask/keep_questions.tsx";
import { usePage } from "../page.ts";
import { Dialog, Section } from "../parts/dialog.tsx";
import { DeleteEverything, type DeletionOutcome, EverythingDeleted } from "./delete_everything.tsx";
import { KeptSection } from "./kept_section.tsx";
import { LedgerTable } from "./ledger_table.tsx";

/** The dialog that says what was sent and what is kept. */
export function PrivacyDialog(): JSX.Element {
  const { state } = usePage();
  const close = (): void => void (state.dialog.value = undefined);
  /** Undefined before everything was deleted. */
  const outcome = useSignal<DeletionOutcome | undefined>(undefined);
  return (
    <Dialog id="privacy-dialog" title="Privacy and storage" onClose={close}>
      {outcome.value !== undefined ? <EverythingDeleted outcome={outcome.value} /> : (
        <>
          <Section title="Sent since you opened this page">
            <LedgerTable entries={state.ledger.value} />
          </Section>
          <Section title="Kept in this browser">
            <KeptSection />
            <KeepQuestions />
            <DeleteEverything onDeleted={(what) => outcome.value = what} />
          </Section>
          <Section title="Never kept">
            <p class="hint">
              GitHub tokens, and keys unless you keep one for this tab: they are gone when this page
              closes. Nothing else of your questions is kept.
            </p>
          </Section>
        </>
      )}
    </Dialog>
  );
}
