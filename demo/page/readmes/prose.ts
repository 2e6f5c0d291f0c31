// Copyright 2026 the Rivulet authors. MIT license.

import { cleanText, cut } from "../../stars/clean_text.ts";
import { readEntity } from "../../markdown/entities.ts";

/** Eight of these and eight snippets still leave room in a window of 4,096 tokens. */
export const MAX_PROSE = 600;

// Every pattern takes linear time: a README is a text of strangers, and may be made to hold up the
// page.
const IMAGE = /!\[[^[\]]*\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^[\]]*\])/g;
const LINK = /\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^[\]]*\])/g;
const DEFINITION = /^\s*\[[^\]]+\]:/;
/** A rule, the line under a heading, or the one under the head of a table. */
const FURNITURE = /^[\s=*_|:~-]*$/;
const INLINE_TAG =
  /<\/?(?:a|b|code|em|i|img|kbd|picture|source|span|strong|sub|sup)(?=[\s/>])[^<>]*>/gi;
const TAG = /<[/!?]?[a-z][^<>]*>/gi;
const FENCE = /^\s*(`{3,}|~{3,})/;
/** What marks something inside a line; behind a backslash it is a character like others. */
const MARK = /\\([!-/:-@[-`{-~])|\[!\w{1,20}\]|[[\]|`*]|~~|_+/g;
const LEADING_MARKS = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(?:\[[ xX]\]\s+)?(?:#{1,6}\s+)?/;
/** What the patterns look at; a README of one longer line is no prose. */
const MAX_LINE = 10_000;

/**
 * The first words of a README as prose: one line, without code, badges, HTML, addresses and the
 * marks of Markdown.
 */
export function readProse(markdown: string, limit: number = MAX_PROSE): string {
  const text = withoutFences(withoutComments(withoutFrontMatter(markdown.replace(/\r\n?/g, "\n"))))
    .replace(INLINE_TAG, "")
    .replace(TAG, "\n");
  return cut(cleanText(text.split("\n").map(proseOf).join(" ")), limit);
}

function withoutFrontMatter(text: string): string {
  const end = text.startsWith("---\n") ? text.indexOf("\n---\n", 3) : -1;
  return end === -1 ? text : text.slice(end + 5);
}

function withoutComments(text: string): string {
  return text.split("<!--").map((part, index) => {
    if (index === 0) return part;
    const end = part.indexOf("-->");
    return end === -1 ? "" : part.slice(end + 3);
  }).join("");
}

function withoutFences(text: string): string {
  let open: string | undefined;
  return text.split("\n").filter((line) => {
    const [, mark] = FENCE.exec(line) ?? [];
    if (open === undefined) {
      open = mark;
      return mark === undefined;
    }
    if (mark?.startsWith(open)) open = undefined;
    return false;
  }).join("\n");
}

/** The prose of one line; `""` for a row of badges or links, such as a table of contents. */
function proseOf(whole: string): string {
  const line = whole.slice(0, MAX_LINE);
  if (FURNITURE.test(line) || DEFINITION.test(line)) return "";
  const text = line.replace(LEADING_MARKS, "").replace(/\s#+\s*$/, "").replace(IMAGE, "");
  const rest = text.replace(LINK, "");
  if (rest !== text && !/\p{L}{2}/u.test(rest)) return "";
  return text
    .replace(LINK, "$1")
    .replace(/\bhttps?:\/\/[^\s)]+/gi, "")
    .replace(MARK, unmarked)
    .replace(/&(#?\w{1,8});/g, (entity, name: string) => readEntity(name) ?? entity);
}

/** Underscores inside a word are a part of it. */
function unmarked(mark: string, escaped: string | undefined, place: number, line: string): string {
  if (escaped !== undefined) return escaped;
  if (mark === "|") return " ";
  const isInWord = mark.startsWith("_") && /\w/.test(line[place - 1] ?? "") &&
    /\w/.test(line[place + mark.length] ?? "");
  return isInWord ? mark : "";
}
