// Copyright 2026 the Rivulet authors. MIT license.

import { anyHost, sourcesOf } from "./connect_policy.ts";

/** Whether the policy for these addresses lets a page of `ownOrigin` reach another address. */
export function isReachable(
  address: string,
  { entered, ownOrigin }: { entered: readonly string[]; ownOrigin?: string | undefined },
): boolean {
  if (!URL.canParse(address)) return false;
  const { origin } = new URL(address);
  // An address of no web host has none.
  if (origin === "null") return false;
  if (origin === ownOrigin) return true;
  return sourcesOf(entered).some((source) => fits(source, new URL(origin)));
}

function fits(source: string, url: URL): boolean {
  const { origin, protocol, hostname, port } = url;
  if (source.includes("//*:")) return source === anyHost(url);
  if (source.endsWith(":*")) return `${protocol}//${hostname}` === source.slice(0, -":*".length);
  if (!source.startsWith("https://*.")) return source === origin;
  const isBelow = hostname.endsWith(source.slice("https://*".length));
  return protocol === "https:" && port === "" && isBelow;
}
