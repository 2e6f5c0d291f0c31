// Copyright 2026 the Rivulet authors. MIT license.

// What a Content Security Policy has to list for the addresses that a person has entered.

import type { OpenDialog } from "../state/dialogs.ts";
import type { Settings } from "../storage/settings.ts";

/** What the grammar of a policy takes for a host. */
const NAME = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/;

/** Hosts that there are, and that it does not take: numbers of IPv6, names with an underscore. */
const OTHER_HOST = /^(\[[\da-f:.]+\]|[\w.-]+)$/;

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

/** The sources of some addresses, for a policy. */
export function sourcesOf(addresses: readonly string[]): string[] {
  return [...new Set(addresses.map(sourceOf).filter((source) => source !== undefined))];
}

/** The origin of a web address: nothing else of it could be a part of a policy. */
function sourceOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  if (NAME.test(url.hostname)) return url.origin;
  return isHost(url.hostname) ? anyHost(url) : undefined;
}

/** Whether there can be such a host. */
export function isHost(hostname: string): boolean {
  return NAME.test(hostname) || OTHER_HOST.test(hostname);
}

/** Where a host cannot stand in a policy, its port can. */
export function anyHost({ protocol, port }: URL): string {
  return `${protocol}//*:${port || (protocol === "https:" ? 443 : 80)}`;
}
