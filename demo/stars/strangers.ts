// Copyright 2026 the Rivulet authors. MIT license.

import { MAX_ANSWER } from "./citations.ts";
import { partsOf } from "./code_spans.ts";
import { findMentions, meansRepository } from "./mentions.ts";
import type { Repository } from "./repository.ts";

/** Signs of Markdown before what stands out from its text. */
const EMPHASIS = /[*_[]/;

/**
 * The repositories that an answer names, each once, and that are none of these: models invent names.
 * What stands in code may be a path.
 */
export function strangersIn(answer: string, repositories: readonly Repository[]): string[] {
  const known = new Set(repositories.map(({ fullName }) => fullName.toLowerCase()));
  const strangers = new Map<string, string>();
  for (const { text, isCode } of partsOf(answer.slice(0, MAX_ANSWER))) {
    for (const mention of isCode ? [] : findMentions(text)) {
      const { name, start } = mention;
      const isEmphasised = EMPHASIS.test(text.charAt(start - 1));
      if (!meansRepository(mention, { isEmphasised })) continue;
      const key = name.toLowerCase();
      if (!known.has(key) && !strangers.has(key)) strangers.set(key, name);
    }
  }
  return [...strangers.values()];
}

/** An answer that is full of names would fill the screen with them. */
const MAX_TOLD = 8;

/** What is told of such names; undefined where there are none. */
export function strangerWords(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const more = names.length - MAX_TOLD;
  const told = names.slice(0, MAX_TOLD).join(", ");
  return `Named, but not in the list: ${told}${more > 0 ? ` and ${more} more` : ""}`;
}
