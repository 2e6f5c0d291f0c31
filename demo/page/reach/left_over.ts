// Copyright 2026 the Rivulet authors. MIT license.

// What one load of the page leaves to the next in the state of the history, read by the next one.

import type { OpenDialog } from "../state/dialogs.ts";
import { readAddress, readSettings, type Settings, targetIds } from "../storage/settings.ts";
import { readUserName } from "../../stars/user_name.ts";

/** What one load of the page leaves to the next. */
export interface LeftOver {
  /** The dialog to open, with the addresses that were entered in it. */
  readonly dialog: OpenDialog;
  /** What stood in the box. */
  readonly question: string;
  /** There where the browser keeps none. */
  readonly settings: Settings | undefined;
}

/** A question is never longer. */
const MAX_TEXT = 2000;

/** Leaves out what this page does not write: another page of its origin can write there as well. */
export function readLeftOver(saved: unknown): LeftOver | undefined {
  const { dialog, question, settings } = fieldsOf(saved);
  const opened = readDialog(fieldsOf(dialog));
  if (opened === undefined) return undefined;
  return {
    dialog: opened,
    question: readText(question) ?? "",
    settings: settings === undefined ? undefined : readSettings(settings),
  };
}

function readDialog(saved: Record<string, unknown>): OpenDialog | undefined {
  if (saved["kind"] === "engine") {
    return {
      kind: "engine",
      picked: targetIds.find((id) => id === saved["picked"]),
      address: readAddress(saved["address"]),
      model: readText(saved["model"]),
      asksAgain: saved["asksAgain"] === true,
      focusOn: saved["focusOn"] === "key" ? "key" : undefined,
    };
  }
  if (saved["kind"] !== "stars") return undefined;
  const user = saved["user"];
  return {
    kind: "stars",
    user: typeof user === "string" ? readUserName(user) : undefined,
    gitHubApiUrl: readAddress(saved["gitHubApiUrl"]),
    readmeUrl: readAddress(saved["readmeUrl"]),
    focusOn: saved["focusOn"] === "token" ? "token" : undefined,
  };
}

function readText(saved: unknown): string | undefined {
  return typeof saved === "string" && saved.length <= MAX_TEXT ? saved : undefined;
}

function fieldsOf(saved: unknown): Record<string, unknown> {
  return typeof saved === "object" && saved !== null ? saved as Record<string, unknown> : {};
}
