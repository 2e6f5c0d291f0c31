// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { QuestionsDialog } from "./ask/questions_dialog.tsx";
import { EngineDialog } from "./engine/engine_dialog.tsx";
import { usePage } from "./page.ts";
import { PrivacyDialog } from "./privacy/privacy_dialog.tsx";
import { StarsDialog } from "./stars/stars_dialog.tsx";

/** The dialog that is open. */
export function Dialogs(): JSX.Element | null {
  const { state } = usePage();
  const dialog = state.dialog.value;
  switch (dialog?.kind) {
    case "stars":
      return <StarsDialog wish={dialog} />;
    case "engine":
      return <EngineDialog wish={dialog} />;
    case "privacy":
      return <PrivacyDialog />;
    case "questions":
      return <QuestionsDialog />;
    default:
      return null;
  }
}
