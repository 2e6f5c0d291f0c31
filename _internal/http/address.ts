// Copyright 2026 the Rivulet authors. MIT license.

import { configError } from "../core/config_error.ts";
import { parseUrl } from "../core/parse_url.ts";
import type { Endpoint } from "./protocols.ts";

/** Reads what people paste as the address of a server, and makes the error for anything else. */
export interface AddressOptions {
  /** Ends that the paths of the server begin with. */
  readonly pasted: readonly string[];
  /** Ends of an address of a request, which is used as it is. */
  readonly whole: readonly string[];
  readonly fail?: (message: string) => Error;
}

/** The address of an endpoint, whichever address of its server a person has pasted. */
export function resolveAddress(
  baseUrl: unknown,
  { path, beside }: Endpoint,
  { pasted, whole, fail = configError }: AddressOptions,
): string {
  const { base, query } = readBase(String(baseUrl).trim(), fail);
  const root = withoutEnd(base, whole);
  const address = root === base ? withoutEnd(base, pasted) + path : root + beside;
  return address + (address.includes("?") ? query.replace("?", "&") : query);
}

/** A base address without its last slashes, and its query. */
interface Base {
  readonly base: string;
  readonly query: string;
}

/** The last address that was read: reading it takes as long as all else of a request's making. */
let last: Base & { readonly text: string } | undefined;

function readBase(text: string, fail: (message: string) => Error): Base {
  if (last?.text === text) return last;
  const url = parseUrl(text);
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw fail("Set baseUrl to an address that starts with http:// or https://");
  }
  if (url.username || url.password) {
    throw fail("Remove the user name and password from baseUrl, set apiKey or headers instead");
  }
  // Built from what was parsed: fetch would take a text such as "http:example.com" as a path of
  // the page's own host.
  last = { text, base: withoutTrailingSlashes(url.origin + url.pathname), query: url.search };
  return last;
}

function withoutEnd(base: string, ends: readonly string[]): string {
  const end = ends.find((suffix) => base.endsWith(suffix)) ?? "";
  return base.slice(0, base.length - end.length);
}

/** In a loop, since the pattern for it costs the square of their number. */
function withoutTrailingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "/") end--;
  return text.slice(0, end);
}
