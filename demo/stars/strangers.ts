// Copyright 2026 the Rivulet authors. MIT license.

import { MAX_ANSWER } from "./citations.ts";
import { partsOf } from "./code_spans.ts";
import { findMentions, looksLikeRepository } from "./mentions.ts";
import type { Repository } from "./repository.ts";

/** Signs of Markdown before what stands out from its text. */
const EMPHASIS = /[*_[]$/;

/**
 * The repositories that an answer names, each once, and that are none of these: models invent names.
 * What stands in code may be a path.
 */
export function strangersIn(answer: string, repositories: readonly Repository[]): string[] {
  const known = new Set(repositories.map(({ fullName }) => fullName.toLowerCase()));
  const strangers = new Map<string, string>();
  for (const { text, isCode } of partsOf(answer.slice(0, MAX_ANSWER))) {
    for (const { name, start, isLabelled } of isCode ? [] : findMentions(text)) {
      const isEmphasised = EMPHASIS.test(text.slice(0, start));
      if (!isLabelled && !isEmphasised && !looksLikeRepository(name)) continue;
      const key = name.toLowerCase();
      if (!known.has(key) && !strangers.has(key)) strangers.set(key, name);
    }
  }
  return [...strangers.values()];
}
