// Copyright 2026 the Rivulet authors. MIT license.

import { findCitations } from "./citations.ts";
import { ASKED_FOR } from "./compose_request.ts";
import { findMentions } from "./mentions.ts";
import { STOP_WORDS } from "./searched_terms.ts";
import { wordsIn } from "./words.ts";

/** What to do about an answer that says nothing of its own. */
export const TOO_SMALL = "This model is too small for that: a larger one has more to say.";

/** One or two names are a short answer; more of them and no word beside them are the list again. */
const SHORT_ANSWER = 2;

/**
 * Whether an answer says nothing of its own: the question again, or the sources without a word about
 * them. Models that are too small for the question do that.
 */
export function isParroted(answer: string, question: string): boolean {
  const said = ASKED_FOR.reduce((text, sentence) => text.replaceAll(sentence, " "), answer);
  const text = said.replace(/\b(?:context|source)s?\s{0,3}\d{1,3}\s{0,3}:?/gi, " ");
  const places = [...findCitations(text, 999), ...findMentions(text)];
  const rest = places.toSorted((one, other) => other.start - one.start)
    .reduce((left, { start, end }) => `${left.slice(0, start)} ${left.slice(end)}`, text);
  const asked = new Set(wordsIn(question).map((word) => word.text));
  const own = wordsIn(rest).filter((word) => !asked.has(word.text) && !STOP_WORDS.has(word.text));
  const isAnswer = places.length > 0 && places.length <= SHORT_ANSWER;
  return answer.trim() !== "" && own.length === 0 && !isAnswer;
}
