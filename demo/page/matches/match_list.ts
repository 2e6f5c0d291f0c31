// Copyright 2026 the Rivulet authors. MIT license.

import type { Collection, Repository } from "../../stars/repository.ts";
import { buildSnippet } from "../../stars/snippet.ts";
import { byId, element } from "../dom.ts";
import type { Readmes } from "../readmes/readmes.ts";
import { createCard, markCited, markReadme, offerWayBack } from "./card.ts";

/** The numbered matches beside the answer. */
export class MatchList {
  readonly #title = byId("matches-title");
  readonly #details = byId<HTMLDetailsElement>("matches");
  readonly #ranking = element("p", { class: "ranking" });
  readonly #list = element("ol", { class: "cards" });
  readonly #readmes: Readmes;
  #repositories: readonly Repository[] = [];
  #shown = "";

  /** `filters` stand above the words on the ranking, `offer` below them. */
  constructor(readmes: Readmes, { filters, offer }: { filters: HTMLElement; offer: HTMLElement }) {
    this.#readmes = readmes;
    byId("matches-body").append(filters, this.#ranking, offer, this.#list);
    readmes.changes.watch(() => this.#markReadmes());
  }

  show(
    { title, ranking, repositories }: {
      title: string;
      ranking: string;
      repositories: readonly Repository[];
    },
    collection: Collection,
  ): void {
    this.#title.textContent = title;
    this.#ranking.textContent = ranking;
    this.#list.hidden = repositories.length === 0;
    // Typing often leaves the list as it is; then nothing flickers, and an open snippet stays open.
    const key = JSON.stringify([collection.title, repositories.map(({ fullName }) => fullName)]);
    if (key === this.#shown) return;
    this.#shown = key;
    this.#repositories = repositories;
    const { countsAsOf } = collection;
    this.#list.replaceChildren(
      ...repositories.map((repository, index) =>
        createCard(repository, {
          number: index + 1,
          readSnippet: () =>
            buildSnippet(repository, {
              countsAsOf,
              readme: this.#readmes.proseOf(repository.fullName),
            }),
        })
      ),
    );
    this.#markReadmes();
  }

  /** Marks the matches that the answer uses. */
  markCited(numbers: readonly number[]): void {
    this.#cards().forEach((card, index) => markCited(card, numbers.includes(index + 1)));
  }

  /** Goes to a match, with a way back. */
  reach(number: number, origin: HTMLElement): void {
    const card = this.#cards()[number - 1];
    if (card === undefined) return;
    this.#details.open = true;
    offerWayBack(card, origin);
    card.focus();
    card.scrollIntoView({ block: "nearest" });
  }

  set isOpen(isOpen: boolean) {
    this.#details.open = isOpen;
  }

  #markReadmes(): void {
    this.#cards().forEach((card, index) => {
      markReadme(card, this.#readmes.get(this.#repositories[index]!.fullName));
    });
  }

  #cards(): HTMLElement[] {
    return [...this.#list.querySelectorAll<HTMLElement>(".card")];
  }
}
