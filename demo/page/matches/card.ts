// Copyright 2026 the Rivulet authors. MIT license.

import { pageOf, type Repository } from "../../stars/repository.ts";
import { month, shortCount } from "../../stars/snippet.ts";
import { button, element, outsideLink } from "../dom.ts";
import type { Readme } from "../readmes/readmes.ts";

/** A repository without a push for this long is called quiet. */
const QUIET_MS = 2 * 365 * 24 * 60 * 60 * 1000;

/** The card of a match. The number is its place, by which an answer cites it. */
export function createCard(
  repository: Repository,
  { number, readSnippet }: { number: number; readSnippet: () => string },
): HTMLLIElement {
  const { fullName, description } = repository;
  const link = outsideLink(pageOf(repository), fullName);
  link.className = "name";
  const snippet = element("pre", { tabindex: "0" });
  const details = element(
    "details",
    {},
    element(
      "summary",
      {},
      "What a model reads",
      element("span", { class: "unseen" }, ` of ${fullName}`),
    ),
    snippet,
  );
  // Most are never opened.
  details.addEventListener("toggle", () => snippet.textContent = readSnippet());
  const body = element("div", {}, link);
  if (description !== "") body.append(element("p", { class: "description" }, description));
  body.append(
    element("p", { class: "facts" }, ...factsOf(repository)),
    element("div", { class: "more" }, details),
  );
  return element(
    "li",
    { class: "card", tabindex: "-1", "data-number": String(number) },
    element("span", { class: "number", "aria-hidden": "true" }, String(number)),
    body,
  );
}

function factsOf(
  { language, stars, pushedAt, archived }: Repository,
): (string | HTMLElement)[] {
  const isQuiet = pushedAt !== undefined && Date.now() - Date.parse(pushedAt) > QUIET_MS;
  const facts = [
    language,
    `${shortCount(stars)} stars`,
    pushedAt === undefined ? undefined : `pushed ${month(pushedAt)}`,
    archived ? element("strong", {}, "archived") : isQuiet ? "quiet" : undefined,
  ].filter((fact) => fact !== undefined);
  return facts.flatMap((fact, index) => index === 0 ? [fact] : [" · ", fact]);
}

/** Shows that the answer uses this match. */
export function markCited(card: HTMLElement, isCited: boolean): void {
  card.classList.toggle("cited", isCited);
  markFact(card, "in-answer", isCited ? element("strong", {}, "in the answer") : undefined);
}

/** Shows what became of the README of this match. */
export function markReadme(card: HTMLElement, readme: Readme | undefined): void {
  markFact(card, "readme", readme?.words);
}

function markFact(card: HTMLElement, name: string, words: Node | string | undefined): void {
  const facts = card.querySelector(".facts")!;
  facts.querySelector(`.${name}`)?.remove();
  if (words !== undefined) facts.append(element("span", { class: name }, " · ", words));
}

/** Offers the way back to the place in the answer from which the card was reached. */
export function offerWayBack(card: HTMLElement, origin: HTMLElement): void {
  card.querySelector(".back")?.remove();
  const back = button("Back to answer", () => {
    back.remove();
    origin.focus();
  }, { class: "link back" });
  card.querySelector(".more")!.append(back);
}
