// Copyright 2026 the Rivulet authors. MIT license.

import { findCitations, MAX_ANSWER } from "./citations.ts";
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
  const said = ASKED_FOR.reduce(
    (text, sentence) => text.replaceAll(sentence, " "),
    answer.slice(0, MAX_ANSWER),
  );
  const text = said.replace(/\b(?:context|source)s?\s{0,3}\d{1,3}\s{0,3}:?/gi, " ");
  const places = [...findCitations(text, 999), ...findMentions(text)];
  const rest = without(places, text);
  const asked = new Set(wordsIn(question).map((word) => word.text));
  const own = wordsIn(rest).filter((word) => !asked.has(word.text) && !STOP_WORDS.has(word.text));
  const isAnswer = places.length > 0 && places.length <= SHORT_ANSWER;
  return answer.trim() !== "" && own.length === 0 && !isAnswer;
}

/** A text with a blank in place of each place; two of them may overlap. */
function without(places: readonly { start: number; end: number }[], text: string): string {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end } of places.toSorted((one, other) => one.start - other.start)) {
    if (start >= done) parts.push(text.slice(done, start));
    done = Math.max(done, end);
  }
  return [...parts, text.slice(done)].join(" ");
}
