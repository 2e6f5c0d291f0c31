// Copyright 2026 the Rivulet authors. MIT license.

import { configError } from "../core/config_error.ts";
import { parseUrl } from "../core/parse_url.ts";
import type { ChatEndpoint, Endpoint } from "./protocols.ts";

/** The address of an endpoint, whichever address of its server a person has pasted. */
export function resolveAddress(
  baseUrl: unknown,
  { path, beside }: Endpoint,
  chat: ChatEndpoint,
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
  const isChat = base.endsWith(chat.beside);
  const address = isChat
    ? base.slice(0, -chat.beside.length) + beside
    : withoutPasted(base, chat.pasted) + path;
  return address + (address.includes("?") ? url.search.replace("?", "&") : url.search);
}

function withoutPasted(base: string, pasted: readonly string[]): string {
  const end = pasted.find((suffix) => base.endsWith(suffix)) ?? "";
  return base.slice(0, base.length - end.length);
}

/** In a loop, since the pattern for it costs the square of their number. */
function withoutTrailingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "/") end--;
  return text.slice(0, end);
}
