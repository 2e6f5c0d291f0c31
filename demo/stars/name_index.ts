// Copyright 2026 the Rivulet authors. MIT license.

import { isOneErrorFrom, joinedName, MIN_FOR_ERROR, readName } from "./names.ts";
import type { Repository } from "./repository.ts";
import { compareKnown } from "./tied.ts";

/** Finds repositories by their names, as they are typed without signs or with an error. */
export class NameIndex {
  /** By their joined names; most names are of one repository only. */
  readonly #byName = new Map<string, Repository | Repository[]>();

  add(repositories: readonly Repository[]): void {
    for (const repository of repositories) {
      const name = joinedName(repository.fullName.slice(repository.fullName.indexOf("/") + 1));
      const before = this.#byName.get(name);
      this.#byName.set(name, before === undefined ? repository : [before, repository].flat());
    }
  }

  /**
   * What a question names, the best known first: by the whole of it, by a word that no text holds,
   * or else by the whole with one typing error. `unknown` are the words that no text holds.
   */
  find(question: string, unknown: ReadonlySet<string>): Repository[] {
    const { name, isNameOf } = readName(question);
    const named = this.of(name).filter(isNameOf);
    if (named.length > 0) return named.sort(compareKnown);
    const byWord = [...unknown].flatMap((word) => this.of(word));
    if (byWord.length > 0) return byWord.sort(compareKnown);
    return unknown.size > 0 ? this.#nearly(question).sort(compareKnown) : [];
  }

  #nearly(question: string): Repository[] {
    const { name, isNearlyNameOf } = readName(question);
    if (name.length < MIN_FOR_ERROR) return [];
    return [...this.#byName.keys()].filter((one) => isOneErrorFrom(name, one))
      .flatMap((one) => this.of(one))
      .filter(isNearlyNameOf);
  }

  /** The repositories of this joined name. */
  of(name: string): Repository[] {
    return [this.#byName.get(name) ?? []].flat();
  }
}
