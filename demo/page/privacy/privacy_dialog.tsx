// Copyright 2026 the Rivulet authors. MIT license.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { KeepQuestions } from "../ask/keep_questions.tsx";
import { usePage } from "../core/page.ts";
import { Dialog, Section } from "../parts/dialog.tsx";
import type { DeletionReport } from "./delete_all.ts";
import { DeleteEverything } from "./delete_everything.tsx";
import { EverythingDeleted } from "./everything_deleted.tsx";
import { KeptSection } from "./kept_section.tsx";
import { LedgerTable } from "./ledger_table.tsx";

/** The dialog that says what was sent and what is kept. */
export function PrivacyDialog(): JSX.Element {
  const { state } = usePage();
  const close = (): void => void (state.dialog.value = undefined);
  /** What became of all that was kept; undefined before it is to be deleted. */
  const report = useSignal<DeletionReport | undefined>(undefined);
  return (
    <Dialog id="privacy-dialog" title="Privacy and storage" onClose={close}>
      {report.value !== undefined ? <EverythingDeleted report={report.value} /> : (
        <>
          <Section title="Sent since you opened this page">
            <LedgerTable entries={state.ledger.value} />
          </Section>
          <Section title="Kept in this browser">
            <KeptSection />
            <KeepQuestions />
            <DeleteEverything onDeleted={(deletion) => report.value = deletion} />
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
