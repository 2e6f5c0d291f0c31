// Copyright 2026 the Rivulet authors. MIT license.

import { parseJson } from "../json.ts";

/** The JSON objects and end markers that stand on one line; the line itself if it is no such line. */
export function cutGlued(text: string): string[] {
  if (parseJson(text) !== undefined) return [text];
  const pieces: string[] = [];
  for (let rest = text; rest !== "";) {
    rest = rest.replace(/^(\s|data:)*/, "");
    const piece = /^(\[DONE\]|"\[DONE\]")/.exec(rest)?.[0] ?? firstObject(rest);
    if (piece === undefined) {
      const last = rest.split("data:").at(-1)!.trim();
      const isWhole = last !== rest && last.startsWith("{") && parseJson(last) !== undefined;
      return rest === "" ? pieces : isWhole ? [...pieces, last] : [text];
    }
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  return pieces;
}

/** The text up to the bracket that closes the first one. */
function firstObject(text: string): string | undefined {
  if (!text.startsWith("{")) return undefined;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\[^])*"|["{}]/g)) {
    if (token === '"') return undefined;
    if (token === "{") depth++;
    if (token === "}" && --depth === 0) return text.slice(0, index + 1);
  }
  return undefined;
}

/** Whether a text is the end marker of server-sent events. */
export function isMarker(text: string): boolean {
  return text === "[DONE]" || parseJson(text) === "[DONE]";
}
