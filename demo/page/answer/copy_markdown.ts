// Copyright 2026 the Rivulet authors. MIT license.

import { findMeant } from "../../stars/citations.ts";
import { partsOf } from "../../stars/code_spans.ts";
import { pageOf, type Repository } from "../../stars/repository.ts";

/**
 * The answer as Markdown in which each citation is a link to its source, and which loads and hides
 * nothing where it is pasted: images, HTML and definitions of addresses are shown as text. Code is as
 * the model wrote it.
 */
export function copyMarkdown(text: string, matches: readonly Repository[]): string {
  const answer = text.trim();
  const citations = findMeant(answer, matches);
  let copy = "";
  let done = 0;
  for (const { start, end, numbers } of citations) {
    copy += neutral(answer.slice(done, start));
    copy += numbers.map((number) => `[[${number}]](${pageOf(matches[number - 1]!)})`).join(", ");
    done = end;
  }
  return copy + neutral(answer.slice(done));
}

function neutral(text: string): string {
  return partsOf(text).map((part) => part.isCode ? part.text : neutralProse(part.text)).join("");
}

function neutralProse(text: string): string {
  return text
    // A page would load the image, from an address that the model was given by a stranger.
    .replace(/(?<!\\)!(?=\[)/g, "\\!")
    // It would show nothing, and give other words of the answer an address.
    .replace(/^([ >]{0,12})\[(?=[^\]\n]{1,999}\]:)/gm, "$1\\[")
    .replace(/<(?=[a-z/!?])(?!https?:\/\/[^\s<>]{1,2000}>)/gi, "\\<");
}
