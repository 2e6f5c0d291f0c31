// Copyright 2026 the Rivulet authors. MIT license.

import { endOfString } from "./json_string.ts";

/**
 * The longest line in UTF-16 code units. What a line says is read at once, and a line of this length
 * takes some 50 ms, whatever it holds.
 */
const MAX_LENGTH = 1024 * 1024;

/** A picture or a sound stands in one text, which costs little to read. */
const MAX_LENGTH_WITH_TEXTS = 16 * MAX_LENGTH;

/** What is wrong with a line of this length, which may not have ended; undefined as a rule. */
export function faultOfLength(length: number): string | undefined {
  return length > MAX_LENGTH_WITH_TEXTS ? "a line is longer than 16 MiB" : undefined;
}

/** What is wrong with a line that is longer than what an answer needs; undefined as a rule. */
export function faultOfLine(line: string): string | undefined {
  if (line.length <= MAX_LENGTH) return undefined;
  return faultOfLength(line.length) ??
    (isMostlyText(line) ? undefined : "a line is longer than 1 MiB");
}

/**
 * Whether a line is of at most `MAX_LENGTH` beside what stands in its texts as it is: what is escaped
 * takes as long to read as what stands beside them.
 */
function isMostlyText(line: string): boolean {
  let beside = 0;
  let escape = line.indexOf("\\");
  for (let end = -1; beside <= MAX_LENGTH;) {
    const start = line.indexOf('"', end + 1);
    if (start === -1) return beside + line.length - end <= MAX_LENGTH;
    beside += start - end + 1;
    end = endOfString(line, start);
    for (; escape !== -1 && escape < end && beside <= MAX_LENGTH; beside += 2) {
      escape = line.indexOf("\\", escape + 2);
    }
  }
  return false;
}
