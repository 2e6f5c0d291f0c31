// Copyright 2026 the Rivulet authors. MIT license.

// What the parser's tokens are on a terminal.

import * as smd from "streaming-markdown";
import type { Style } from "./output.ts";

const HEADINGS = [
  smd.HEADING_1,
  smd.HEADING_2,
  smd.HEADING_3,
  smd.HEADING_4,
  smd.HEADING_5,
  smd.HEADING_6,
] as const;

/** How their texts look. */
export const STYLES: ReadonlyMap<number, Style> = new Map<number, Style>([
  ...HEADINGS.map((heading) => [heading, "bold"] as const),
  [smd.STRONG_AST, "bold"],
  [smd.STRONG_UND, "bold"],
  [smd.ITALIC_AST, "italic"],
  [smd.ITALIC_UND, "italic"],
  [smd.STRIKE, "strikethrough"],
  [smd.CODE_INLINE, "cyan"],
  [smd.CODE_FENCE, "cyan"],
  [smd.CODE_BLOCK, "cyan"],
]);

/** Lines that are not to be broken. */
export const CODE: ReadonlySet<number> = new Set([smd.CODE_FENCE, smd.CODE_BLOCK]);

export const LINKS: ReadonlySet<number> = new Set([smd.LINK, smd.RAW_URL]);

export const LISTS: ReadonlySet<number> = new Set([smd.LIST_UNORDERED, smd.LIST_ORDERED]);

/** They stand apart from what is before them. */
export const BLOCKS: ReadonlySet<number> = new Set([
  ...HEADINGS,
  ...CODE,
  ...LISTS,
  smd.PARAGRAPH,
  smd.BLOCKQUOTE,
  smd.TABLE,
  smd.RULE,
  smd.EQUATION_BLOCK,
]);
