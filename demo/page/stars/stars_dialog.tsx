// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { usePage } from "../page.ts";
import { Dialog } from "../parts/dialog.tsx";
import type { OpenDialog } from "../state/dialogs.ts";

/** The dialog in which a person says whose stars are searched. */
export function StarsDialog(
  { wish: _ }: { wish: Extract<OpenDialog, { kind: "stars" }> },
): JSX.Element {
  const { state } = usePage();
  const close = (): void => void (state.dialog.value = undefined);
  return <Dialog id="stars-dialog" title="Whose stars?" onClose={close}>{null}</Dialog>;
}
