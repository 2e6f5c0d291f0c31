// Copyright 2026 the Rivulet authors. MIT license.

import { parseUrl } from "../core/parse_url.ts";
import { configError } from "../core/config_error.ts";
import type { ChatProtocol } from "./protocols.ts";

/** The address that takes the questions. */
export function resolveAddress(
  baseUrl: unknown,
  { path, endpoint, pastedSuffix }: ChatProtocol,
): string {
  const url = parseUrl(String(baseUrl).trim());
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw configError("Set baseUrl to an address that starts with http:// or https://");
  }
  if (url.username || url.password) {
    throw configError(
      "Remove the user name and password from baseUrl, set apiKey or headers instead",
    );
  }
  // Built from what was parsed: fetch would take a text such as "http:example.com" as a path of
  // the page's own host.
  const base = withoutTrailingSlashes(url.origin + url.pathname);
  return (base.endsWith(endpoint) ? base : base.replace(pastedSuffix, "") + path) + url.search;
}

/** In a loop, since the pattern for it costs the square of their number. */
function withoutTrailingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "/") end--;
  return text.slice(0, end);
}
