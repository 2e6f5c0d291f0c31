// Copyright 2026 the Rivulet authors. MIT license.

import truncatedWidth from "fast-string-truncated-width";
import stringWidth from "fast-string-width";
import { wrapAnsi } from "fast-wrap-ansi";

/** How many columns a text takes. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/** One line of at most this many columns; what was cut ends in an ellipsis. */
export function cutToWidth(text: string, width: number): string {
  const { index, truncated } = truncatedWidth(text, { limit: width, ellipsis: "…" });
  return truncated ? `${text.slice(0, index).trimEnd()}…` : text;
}

/** Breaks lines between words, where there is a width to fit. */
export function wrapTo(text: string, width: number | undefined): string {
  return width === undefined ? text : wrapAnsi(text, width, { hard: false, trim: true });
}
