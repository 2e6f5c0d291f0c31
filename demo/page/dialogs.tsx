// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { QuestionsDialog } from "./ask/questions_dialog.tsx";
import { TargetDialog } from "./target/target_dialog.tsx";
import { KeysDialog } from "./keys_dialog.tsx";
import { usePage } from "./core/page.ts";
import { PrivacyDialog } from "./privacy/privacy_dialog.tsx";
import { StarsDialog } from "./stars/stars_dialog.tsx";
import { asking } from "./ask/asking_part.ts";

/** The dialog that is open. */
export function Dialogs(): JSX.Element | null {
  const { state, late } = usePage();
  const dialog = state.dialog.value;
  switch (dialog?.kind) {
    case "stars":
      return <StarsDialog wish={dialog} />;
    case "engine":
      return (
        <TargetDialog
          wish={dialog}
          onAskAgain={() => late.use(asking, (part) => part.askAgain())}
        />
      );
    case "privacy":
      return <PrivacyDialog />;
    case "questions":
      return <QuestionsDialog />;
    case "keys":
      return <KeysDialog />;
    default:
      return null;
  }
}
