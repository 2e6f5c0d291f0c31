// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { usePage } from "../page.ts";
import { Dialog } from "../parts/dialog.tsx";

/** The dialog that says what was sent and what is kept. */
export function PrivacyDialog(): JSX.Element {
  const { state } = usePage();
  const close = (): void => void (state.dialog.value = undefined);
  return <Dialog id="privacy-dialog" title="Privacy and storage" onClose={close}>{null}</Dialog>;
}
