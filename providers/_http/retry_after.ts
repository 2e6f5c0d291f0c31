// Copyright 2026 the Rivulet authors. MIT license.

/** The date formats of HTTP all name the day of the week first. */
const DATE = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d/i;

/**
 * How long the server asks to wait, in milliseconds. RFC 9110, section 10.2.3: a number of seconds,
 * or a date; a proxy may double the header. Undefined for anything else, and for a wait that is over:
 * a wait of 0 would make callers hammer the server.
 */
export function readRetryAfter(value: string | null | undefined): number | undefined {
  const text = value?.trim() ?? "";
  const wait = DATE.test(text) ? Date.parse(text) - Date.now() : longestOf(text.split(",")) * 1000;
  return Number.isFinite(wait) && wait > 0 ? Math.round(wait) : undefined;
}

function longestOf(seconds: string[]): number {
  return Math.max(
    ...seconds.map((text) => /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : NaN),
  );
}
