// Copyright 2026 the Rivulet authors. MIT license.

// Where this very load of the page may connect. A policy can be added to a page that runs, and never
// taken away: the page comes with the widest that anybody may need, and narrows it at once to what
// this person has entered. Whoever enters another host has the page loaded again.

import { hostOf } from "../../engines/host.ts";
import type { OpenDialog } from "../state/dialogs.ts";
import type { Settings } from "../storage/settings.ts";
import { connectPolicy, isReachable } from "./connect_policy.ts";

/** The addresses that this load was narrowed to; undefined before that. */
let narrowedTo: readonly string[] | undefined;

/** To be called once, before the first request. */
export function narrowReach(entered: readonly string[]): void {
  const meta = document.createElement("meta");
  meta.httpEquiv = "Content-Security-Policy";
  meta.content = connectPolicy(entered);
  document.head.append(meta);
  narrowedTo = entered;
}

/** Whether this load may connect to an address. */
export function mayConnect(address: string): boolean {
  if (narrowedTo === undefined) return true;
  return isReachable(address, { entered: narrowedTo, ownOrigin: location.origin });
}

/** What the page says of addresses that it may not connect to. */
export function notYetWords(addresses: readonly string[]): string {
  return `This page may not connect to ${hostsOf(addresses)} yet.`;
}

/** The hosts of some addresses, in a sentence. */
export function hostsOf(addresses: readonly string[]): string {
  return [...new Set(addresses.map(hostOf))].join(" and ");
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
