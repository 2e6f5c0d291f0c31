// Copyright 2026 the Rivulet authors. MIT license.

import { anyHost } from "./sources.ts";

/** Whether a policy that lists these sources lets a page of `ownOrigin` reach an address. */
export function isReachable(
  address: string,
  { sources, ownOrigin }: { sources: readonly string[]; ownOrigin?: string | undefined },
): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  // An address of no web host has none.
  if (url.origin === "null") return false;
  return url.origin === ownOrigin || sources.some((source) => fits(source, url));
}

function fits(source: string, url: URL): boolean {
  const { origin, protocol, hostname, port } = url;
  if (source.includes("//*:")) return source === anyHost(url);
  // What is allowed without encryption is so with it.
  if (source.endsWith(":*")) return source === `http://${hostname}:*`;
  if (!source.startsWith("https://*.")) return source === origin;
  const isBelow = hostname.endsWith(source.slice("https://*".length));
  return protocol === "https:" && port === "" && isBelow;
}
