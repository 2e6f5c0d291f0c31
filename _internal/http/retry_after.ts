// Copyright 2026 the Rivulet authors. MIT license.

import type { FetchResponse } from "../core/fetch_function.ts";
import { asObject, asText, firstObject, parseJson } from "../core/json.ts";
import { headerOf } from "./header_of.ts";

/** The date formats of HTTP all name the day of the week first. */
const DATE = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d/i;

/** Between two values; a date has a comma of its own. */
const SEPARATOR = /,(?=\s*(?:[a-z]|[\d.]+\s*(?:,|$)))/i;

/** How OpenAI puts it into words: `Please try again in 1m20.5s`. */
const IN_WORDS =
  /\b(?:try again|retry) in ((?:\d+(?:\.\d+)?\s?(?:ms|milliseconds?|s|seconds?|m|minutes?|h|hours?)\b\s?|\d+(?:\.\d+)?(?:h|m)(?=\d))+)/i;

const UNITS: readonly [unit: RegExp, ms: number][] = [
  [/^(?:ms|milli)/i, 1],
  [/^s/i, 1000],
  [/^m/i, 60_000],
  [/^h/i, 3_600_000],
];

/** The longest that a timer can wait: a longer one would fire at once. */
const MAX_MS = 2 ** 31 - 1;

/**
 * How long an answer asks to wait: by a header (Azure's and OpenAI's in milliseconds, that of HTTP,
 * and LiteLLM's, which hands on what the server behind it says), or by its body (Google's
 * `retryDelay`, or words).
 */
export function readWait(response: FetchResponse, body: string): number | undefined {
  return readMilliseconds(headerOf(response, "retry-after-ms")) ??
    readRetryAfter(headerOf(response, "retry-after")) ??
    readRetryAfter(headerOf(response, "llm_provider-retry-after")) ??
    waitInBody(body);
}

/**
 * How long the server asks to wait, in milliseconds. RFC 9110, section 10.2.3: a number of seconds,
 * or a date; a proxy may double the header. Undefined for anything else, and for a wait that is over:
 * a wait of 0 would make callers hammer the server.
 */
export function readRetryAfter(value: string | null | undefined): number | undefined {
  return inBounds(Math.max(...(value ?? "").split(SEPARATOR).map((each) => waitOf(each.trim()))));
}

function readMilliseconds(value: string | null | undefined): number | undefined {
  return inBounds(/^\d+(?:\.\d+)?$/.test(value?.trim() ?? "") ? Number(value) : NaN);
}

function waitInBody(body: string): number | undefined {
  const { error } = firstObject(parseJson(body));
  const { details } = asObject(error);
  const delays = Array.isArray(details)
    ? details.map((each) => asText(asObject(each).retryDelay))
    : [];
  const delay = delays.find((text) => text !== undefined) ?? IN_WORDS.exec(body)?.[1] ?? "";
  return inBounds(durationOf(delay));
}

/** `1m20.5s`, say, in milliseconds; 0 for anything else. */
function durationOf(text: string): number {
  return [...text.matchAll(/(\d{1,9}(?:\.\d{1,9})?) ?([a-z]{1,12})/gi)].reduce(
    (sum, [, count, unit]) => {
      const [, ms = 0] = UNITS.find(([pattern]) => pattern.test(unit!)) ?? [];
      return sum + Number(count) * ms;
    },
    0,
  );
}

function inBounds(wait: number): number | undefined {
  return Number.isFinite(wait) && wait > 0 ? Math.min(Math.round(wait), MAX_MS) : undefined;
}

function waitOf(text: string): number {
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  if (!DATE.test(text)) return NaN;
  // The oldest of the formats names no time zone; the date is in UTC like all of them.
  return Date.parse(/\d$/.test(text) ? `${text} GMT` : text) - Date.now();
}
