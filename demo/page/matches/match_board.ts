// Copyright 2026 the Rivulet authors. MIT license.

import type { Collection } from "../../stars/repository.ts";
import type { Cell } from "../cell.ts";
import type { ReadmesBar } from "../readmes/readmes_bar.ts";
import type { Matches } from "../search/searcher.ts";
import type { MatchList } from "./match_list.ts";
import { matchesTitle, rankingWords } from "./match_words.ts";

/** What the board needs of the page. */
export interface MatchBoardParts {
  readonly list: MatchList;
  readonly readmes: ReadmesBar;
  readonly collection: Cell<Collection>;
  /** What stands in the question box. */
  readonly question: () => string;
  /** What is searched for until something is typed, and its matches in the sample. */
  readonly example: { readonly question: string; readonly matches: readonly string[] };
  /** The model whose meanings are searched. */
  readonly meaningsModel: () => string | undefined;
}

/** Shows matches with the words about them, and what can be done with them. */
export class MatchBoard {
  readonly #parts: MatchBoardParts;

  constructor(parts: MatchBoardParts) {
    this.#parts = parts;
  }

  show(matches: Matches): void {
    const { list, readmes, question, example, meaningsModel } = this.#parts;
    const collection = this.#parts.collection.get();
    const { countsAsOf } = collection;
    const isExample = question() === "" && matches.question === example.question;
    list.show({
      title: matchesTitle(matches, collection, { isExample }),
      ranking: rankingWords(matches, { model: meaningsModel(), countsAsOf }),
      repositories: matches.repositories,
    }, collection);
    readmes.offer(matches.repositories);
  }

  /** The first matches are known: nobody has to wait for them. */
  showExample({ repositories }: Collection): void {
    const { question, matches } = this.#parts.example;
    const found = matches.flatMap((name) =>
      repositories.find(({ fullName }) => fullName === name) ?? []
    );
    this.show({
      question,
      repositories: found,
      typed: [],
      terms: found.map(() => []),
      total: found.length,
      comparedWith: "nothing",
      milliseconds: 0,
    });
  }
}
