// Copyright 2026 the Rivulet authors. MIT license.

// Where this very load of the page may connect. A policy can be added to a page that runs, and never
// taken away: the page comes with the widest that anybody may need, and narrows it at once to what
// this person has entered. Whoever enters another host has the page loaded again.

import type { OpenDialog } from "../state/dialogs.ts";
import type { Settings } from "../storage/settings.ts";
import { connectPolicy } from "./connect_policy.ts";

let narrowedTo: readonly string[] | undefined;

/** To be called once, before the first request. */
export function narrowReach(entered: readonly string[]): void {
  const meta = document.createElement("meta");
  meta.httpEquiv = "Content-Security-Policy";
  meta.content = connectPolicy(entered);
  document.head.append(meta);
  narrowedTo = entered;
}

/** The addresses that this load was narrowed to; undefined where it was not. */
export function narrowedAddresses(): readonly string[] | undefined {
  return narrowedTo;
}

/** All addresses that a person has entered: in the settings, and in a dialog before the reload. */
export function enteredAddresses(settings: Settings, dialog?: OpenDialog): string[] {
  const { engines, gitHubApiUrl, readmeUrl } = settings;
  return [
    ...Object.values(engines).map(({ baseUrl }) => baseUrl),
    gitHubApiUrl,
    readmeUrl,
    ...(dialog?.kind === "engine" ? [dialog.address] : []),
    ...(dialog?.kind === "stars" ? [dialog.gitHubApiUrl, dialog.readmeUrl] : []),
  ].filter((address) => address !== undefined);
}
