// Copyright 2026 the Rivulet authors. MIT license.

import type { FetchResponse } from "../core/fetch_function.ts";
import { headerOf } from "./header_of.ts";

/** The date formats of HTTP all name the day of the week first. */
const DATE = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d/i;

/** Between two values; a date has a comma of its own. */
const SEPARATOR = /,(?=\s*(?:[a-z]|[\d.]+\s*(?:,|$)))/i;

/** How long an answer asks to wait; LiteLLM hands on under another name what the server behind it says. */
export function readWait(response: FetchResponse): number | undefined {
  return readRetryAfter(headerOf(response, "retry-after")) ??
    readRetryAfter(headerOf(response, "llm_provider-retry-after"));
}

/**
 * How long the server asks to wait, in milliseconds. RFC 9110, section 10.2.3: a number of seconds,
 * or a date; a proxy may double the header. Undefined for anything else, and for a wait that is over:
 * a wait of 0 would make callers hammer the server.
 */
export function readRetryAfter(value: string | null | undefined): number | undefined {
  const wait = Math.max(...(value ?? "").split(SEPARATOR).map((each) => waitOf(each.trim())));
  return Number.isFinite(wait) && wait > 0 ? Math.round(wait) : undefined;
}

function waitOf(text: string): number {
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  if (!DATE.test(text)) return NaN;
  // The oldest of the formats names no time zone; the date is in UTC like all of them.
  return Date.parse(/\d$/.test(text) ? `${text} GMT` : text) - Date.now();
}
