// Copyright 2026 the Rivulet authors. MIT license.

// Where in a text the parser is, as its state tells.

import * as smd from "streaming-markdown";
import type { Place } from "./line_below.ts";

/** Where the parser takes every character as it is. */
const VERBATIM: ReadonlySet<number> = new Set([
  smd.CODE_BLOCK,
  smd.CODE_FENCE,
  smd.CODE_INLINE,
  smd.EQUATION_BLOCK,
  smd.EQUATION_INLINE,
  smd.IMAGE,
  smd.RAW_URL,
]);
/** What the parser holds at the start of code, behind a backslash, and in an address. */
const VERBATIM_NEXT = /^(?:[`\\]|\]\()/;

/** In an address that stands in the text as it is. */
export function isInAddress({ token }: smd.Parser): boolean {
  return token === smd.RAW_URL;
}

/** In the address of a link or a picture, behind `](`. */
export function isInDestination({ token, pending }: smd.Parser): boolean {
  return (token === smd.LINK || token === smd.IMAGE) && pending[0] === "]" && pending[1] === "(";
}

export function isInCode({ tokens, len }: smd.Parser): boolean {
  return tokens[len] === smd.CODE_FENCE || tokens[len] === smd.CODE_BLOCK ||
    tokens[len] === smd.CODE_INLINE;
}

/** Whether the next character stands for itself. */
export function isVerbatim({ tokens, len, pending }: smd.Parser): boolean {
  return VERBATIM.has(tokens[len]!) || VERBATIM_NEXT.test(pending);
}

/** Where a line begins. */
export function placeOf({ tokens, len, pending }: smd.Parser): Place {
  if (tokens.subarray(0, len + 1).includes(smd.TABLE)) return "table";
  return tokens[len] === smd.PARAGRAPH && pending === "\n" ? "paragraph" : "other";
}

/** Whether words that such stars begin are open. */
export function isInStars({ tokens, len }: smd.Parser, stars?: string): boolean {
  const open = tokens.subarray(0, len + 1);
  const isItalic = stars !== "**" && open.includes(smd.ITALIC_AST);
  return isItalic || stars !== "*" && open.includes(smd.STRONG_AST);
}
