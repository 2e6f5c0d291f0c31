// Copyright 2026 the Rivulet authors. MIT license.

import type * as smd from "streaming-markdown";
import { isInStars } from "./parser_place.ts";

const IN_WORD = /^[\p{L}\p{N}]/u;
/** Other scripts have no spaces around bold words. */
const IN_LATIN_WORD = /^[\da-z]/i;

interface Around {
  readonly before: string;
  readonly next: string;
  readonly isLineStart: boolean;
  readonly parser: smd.Parser;
}

/**
 * Whether underscores or stars stand for themselves, as in `snake_case`, `5*3`, `*.js` and
 * `*a *b`.
 */
export function isLiteral(run: string, { before, next, isLineStart, parser }: Around): boolean {
  if (run[0] !== "*") return IN_WORD.test(before) && IN_WORD.test(next);
  if (!isInStars(parser)) {
    return IN_LATIN_WORD.test(before) && IN_LATIN_WORD.test(next) ||
      run === "*" && /^[./]/.test(next);
  }
  return /\s/.test(before) && !isLineStart && isInStars(parser, run);
}
