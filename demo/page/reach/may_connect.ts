// Copyright 2026 the Rivulet authors. MIT license.

import { hostOf } from "../../engines/host.ts";
import { isReachable } from "./is_reachable.ts";
import { allowedSources } from "./narrow.ts";

/** Whether this load of the page may connect to an address. */
export function mayConnect(address: string): boolean {
  const sources = allowedSources();
  return sources === undefined || isReachable(address, { sources, ownOrigin: location.origin });
}

/** What the page says of addresses that it may not connect to. */
export function notYetWords(addresses: readonly string[]): string {
  return `This page may not connect to ${hostsOf(addresses)} yet.`;
}

/** The hosts of some addresses, in a sentence. */
export function hostsOf(addresses: readonly string[]): string {
  return [...new Set(addresses.map(hostOf))].join(" and ");
}
