// Copyright 2026 the Rivulet authors. MIT license.

import { parseJson } from "../../_shared/json.ts";

/** What may stand before a piece: nothing, or the beginning of a line once more. */
const GLUE = /\s*(?:data:\s*)*/y;

/** The text, bare or quoted, with which a server ends a stream of events. */
const END_MARKER = /\[DONE\]|"\[DONE\]"/y;

/** Whether a data line is the end marker. */
export function isEndMarker(data: string): boolean {
  return endOf(END_MARKER, data, 0) === data.length;
}

/**
 * Cuts JSON objects apart that a server wrote on one line, with an end marker behind them or not, or
 * with the name of the field twice. Undefined if the text is anything else.
 */
export function splitGluedJson(text: string): string[] | undefined {
  const pieces: string[] = [];
  for (let end = 0; end < text.length;) {
    const start = endOf(GLUE, text, end);
    if (start === text.length) break;
    end = text[start] === "{" ? endOfObject(text, start) : endOf(END_MARKER, text, start);
    if (end === start) return afterCut(text);
    pieces.push(text.slice(start, end));
  }
  return pieces.length === 0 || pieces[0] === text ? undefined : pieces;
}

/**
 * The object behind the name of a field in the middle of a line, whose beginning was cut. It is no
 * part of a text in JSON: that would not hold bare quotation marks.
 */
function afterCut(text: string): string[] | undefined {
  const start = text.lastIndexOf("data:");
  const rest = start < 1 ? "" : text.slice(start + 5).trim();
  return rest.startsWith("{") && parseJson(rest) !== undefined ? [rest] : undefined;
}

/** Where a match that begins at `start` ends; `start` itself if there is none. */
function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : start;
}

/** Where the object that begins at `start` ends; `start` itself if it does not end. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let isString = false;
  for (let index = start; index < text.length; index++) {
    const character = text[index];
    if (isString) {
      if (character === "\\") index++;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === "{") depth++;
    else if (character === "}" && --depth === 0) return index + 1;
  }
  return start;
}
