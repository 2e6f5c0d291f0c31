// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { usePage } from "../page.ts";
import { Dialog } from "../parts/dialog.tsx";
import type { OpenDialog } from "../state/dialogs.ts";

/** The dialog in which an engine is picked and set up. */
export function EngineDialog(
  { wish: _ }: { wish: Extract<OpenDialog, { kind: "engine" }> },
): JSX.Element {
  const { state } = usePage();
  const close = (): void => void (state.dialog.value = undefined);
  return <Dialog id="engine-dialog" title="Who answers?" onClose={close}>{null}</Dialog>;
}
