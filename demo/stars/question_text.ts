// Copyright 2026 the Rivulet authors. MIT license.

import { shownText } from "./shown_text.ts";

/** Code is indented by less. */
const MAX_BLANKS = 40;

/**
 * A question as a person may see it, from wherever it comes: what is shown of it is what is sent.
 * Nothing of it is invisible, and nothing stands so far below or beside the rest that it seems to
 * end before.
 */
export function questionText(text: string): string {
  return shownText(text)
    .replace(
      /[^\S\n]+/g,
      (blanks) => blanks.length > MAX_BLANKS ? " " : blanks.replace(/[^\t]/g, " "),
    )
    .replace(/\n(?:[ \t]*\n){2,}/g, "\n\n");
}
