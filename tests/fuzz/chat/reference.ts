// Copyright 2026 the Rivulet authors. MIT license.

// The reading rules once more, slow and obvious: the whole text at once, no state between pieces.
// What the library reads from any cut of the same bytes must be the same.

import { Lines } from "./lines.ts";
import type { Part, Protocol } from "./payload.ts";

/** What an answer says, in order. */
export interface Reading {
  /** Tokens as they are, reasoning marked by `asReasoning`. */
  texts: string[];
  failed: boolean;
  endedBy: "marker" | "eof";
}

/** Marks reasoning with a character that no token starts with. */
export function asReasoning(text: string): string {
  return `\x01${text}`;
}

export function isReasoning(text: string): boolean {
  return text.startsWith("\x01");
}

/** What a body says. */
export function readBody(bytes: Uint8Array, protocol: Protocol): Reading {
  // As a stream that nobody flushes: half a character at the end is nothing.
  const text = new TextDecoder().decode(bytes, { stream: true });
  const all = judged(new Lines(protocol).read(text.split(/\r\n|\r|\n/)));
  const last = all.findIndex(({ done, failed }) => done || failed);
  const parts = last === -1 ? all : all.slice(0, last + 1);
  const texts: string[] = [];
  for (const { token, reasoning } of withWholeCharacters(parts)) {
    if (reasoning) texts.push(asReasoning(reasoning));
    if (token) texts.push(token);
  }
  return {
    texts,
    failed: parts.some(({ failed }) => failed),
    endedBy: parts.some(({ done }) => done) ? "marker" : "eof",
  };
}

/** The parts without marks: what follows one tells whether the answer has failed. */
function judged(parts: Part[]): Part[] {
  return parts.flatMap((part, index) => {
    const isBare = part.done && !part.token && !part.reasoning && !part.summary;
    if (part.marked || part.silent) return [];
    return isBare && isMarkedBefore(parts, index) ? [{ failed: true }] : [part];
  }).concat(isMarkedBefore(parts, parts.length) ? [{ failed: true }] : []);
}

/** Whether there is a mark before a place that no chunk has cleared, and that counts. */
function isMarkedBefore(parts: Part[], place: number): boolean {
  const before = parts.slice(0, place);
  const behindChunk = before.slice(before.findLastIndex(({ marked }) => !marked) + 1);
  return behindChunk.length > 0 && !before.some(({ finished }) => finished);
}

/** Half of an emoji at the end of a text stands before the next one, or in the last part. */
function withWholeCharacters(parts: Part[]): Part[] {
  const isEnd = ({ done, failed }: Part = {}) => done || failed;
  const whole = [...parts, ...isEnd(parts.at(-1)) ? [] : [{}]].map((part) => ({ ...part }));
  for (const name of ["token", "reasoning"] as const) {
    for (const [index, part] of whole.entries()) {
      const half = /[\ud800-\udbff]$/.exec(part[name] ?? "")?.[0];
      if (half === undefined || index === whole.length - 1) continue;
      const next = whole.findIndex((other, place) =>
        place > index && (other[name] !== undefined || place === whole.length - 1)
      );
      part[name] = part[name]!.slice(0, -1);
      whole[next]![name] = half + (whole[next]![name] ?? "");
    }
  }
  return whole;
}
