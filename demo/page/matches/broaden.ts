// Copyright 2026 the Rivulet authors. MIT license.

/** Longer words are cut to this many letters to find more. */
const STEM_LENGTH = 4;

/** The question with the starts of its words, which more words have. */
export function broaden(question: string): string {
  return question.split(/\s+/).map((word) => word.includes(":") ? word : word.slice(0, STEM_LENGTH))
    .join(" ");
}
