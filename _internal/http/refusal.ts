// Copyright 2026 the Rivulet authors. MIT license.

import { excerpt } from "../core/excerpt.ts";
import type { FetchResponse } from "../core/fetch_function.ts";
import { parseUrl } from "../core/parse_url.ts";
import { readErrorBody, wordsInErrorBody } from "./error_body.ts";
import { headerOf } from "./header_of.ts";
import type { HttpCall } from "./http_call.ts";
import { readWait } from "./retry_after.ts";

/** What an answer says whose status is no success. */
export interface Refusal {
  readonly status: number;
  /** The server's own words, where they have a known form; where it redirects to. */
  readonly reason: string | undefined;
  /** The server's own code for it. */
  readonly serverCode: string | undefined;
  /** The beginning of a body of no known form, or a page's title: nothing that a server says is hidden. */
  readonly head: string | undefined;
  /** How long it asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;
}

/** Brackets without anything between them tell nobody why. */
const TELLS_NOTHING = /^[\s[\]{}]*$/;

/** How a web page begins; words in angle brackets, as Python writes an error, are no page. */
const PAGE = /^\s*<(?:[!?]|html\b|.*<\/)/is;

const TITLE = /<title[^<>]{0,200}>([^<]{0,500})/i;

/** Reads why a server refuses a request. Finishes the call. */
export async function readRefusal(call: HttpCall, url: string): Promise<Refusal> {
  const { response } = call;
  const body = await readErrorBody(call);
  const words = wordsInErrorBody(body);
  return {
    status: response.status,
    reason: redirectReason(response, url) ?? words.failure,
    serverCode: words.serverCode,
    head: headOf(body),
    retryAfterMs: readWait(response, body),
  };
}

/** Of a web page its title says what it is, and its text is for a browser. */
function headOf(body: string): string | undefined {
  const isPage = PAGE.test(body);
  const head = excerpt(isPage ? TITLE.exec(body)?.[1] ?? "" : body);
  return TELLS_NOTHING.test(head) ? undefined : head;
}

/**
 * A redirect is never followed: the POST would become a GET, and the key or a text could travel to
 * another host.
 */
function redirectReason(response: FetchResponse, url: string): string | undefined {
  const { type, status } = response;
  if (type === "opaqueredirect") {
    return "the server redirects to an address that the browser hides, set baseUrl to the final one";
  }
  const location = headerOf(response, "location");
  if (!location || status < 300 || status >= 400) return undefined;
  const address = parseUrl(location, url)?.href ?? location;
  return `the server redirects to ${address}`;
}
