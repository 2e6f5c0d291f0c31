// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { MeaningsSection } from "../meanings/meanings_section.tsx";
import { usePage } from "../core/page.ts";
import { Dialog } from "../parts/dialog.tsx";
import type { OpenDialog } from "../state/dialogs.ts";
import { CurrentStars } from "./current_stars.tsx";
import { ImportStars } from "./import_stars.tsx";
import { StarsForm } from "./stars_form.tsx";
import { meanings } from "../meanings/meanings_part.ts";

/** The dialog in which a person says whose stars are searched, and how. */
export function StarsDialog(
  { wish }: { wish: Extract<OpenDialog, { kind: "stars" }> },
): JSX.Element {
  const { state, late } = usePage();
  const close = (): void => {
    // A question that nobody sees any more is answered with no.
    if (state.meaningsReading.peek().kind === "consent") {
      late.use(meanings, (part) => part.refuse());
    }
    state.dialog.value = undefined;
  };
  return (
    <Dialog id="stars-dialog" title="Whose stars?" onClose={close}>
      <StarsForm wish={wish} onDone={close} />
      <CurrentStars onDone={close} />
      <ImportStars onDone={close} />
      <MeaningsSection hasFocus={wish.focusOn === "meanings"} onDone={close} />
    </Dialog>
  );
}
