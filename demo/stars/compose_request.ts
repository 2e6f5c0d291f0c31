// Copyright 2026 the Rivulet authors. MIT license.

/** What a model gets of a question: the fields of a request. */
export interface ComposedRequest {
  readonly prompt: string;
  readonly contextSnippets: readonly string[];
}

// No number stands here as an example: small models begin with it, whatever the question is.

/** A first question is about what fits. */
const WHICH = [
  "Which one or two repositories fit best, and why?",
  "One sentence for each, with its number in brackets.",
];
/** A question that goes on from an answer may be about anything. */
const GOES_ON = "Name repositories as owner/name and cite them by their numbers in brackets.";

/** The sentences that are asked beside the question of a person. */
export const ASKED_FOR: readonly string[] = [...WHICH, GOES_ON];

/**
 * The repositories with their numbers, then the question. Small models answer what they read last:
 * with the question first, as the library has it, they go on with the list. They repeat labels too,
 * so the only label is the one that they are to cite. Measured, see docs/retrieval.md.
 */
export function composeRequest(
  question: string,
  snippets: readonly string[],
  { goesOn = false }: { goesOn?: boolean } = {},
): ComposedRequest {
  const numbered = snippets.map((snippet, index) =>
    `[${index + 1}] ${snippet.replace("\n", ": ")}`
  );
  const asked = `${question}\n${goesOn ? GOES_ON : WHICH.join(" ")}`;
  return { prompt: [...numbered, asked].join("\n\n"), contextSnippets: [] };
}
