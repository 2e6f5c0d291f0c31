// Copyright 2026 the Rivulet authors. MIT license.

import { joinedName, readName } from "./names.ts";
import type { Repository } from "./repository.ts";
import { compareKnown } from "./tied.ts";

/** Finds repositories by their names, as they are typed without signs or with an error. */
export class NameIndex {
  readonly #repositories: readonly Repository[];
  /** A number for each name: kept as texts, the names would be a twentieth of the whole index. */
  readonly #marks: number[] = [];

  /** `repositories` may grow; what is new in it is found after `readOn()`. */
  constructor(repositories: readonly Repository[]) {
    this.#repositories = repositories;
  }

  readOn(): void {
    for (const repository of this.#repositories.slice(this.#marks.length)) {
      this.#marks.push(markOf(nameOf(repository)));
    }
  }

  /**
   * What a question names, the best known first: by the whole of it, by a word that no text holds,
   * or else by the whole with one typing error. `unknown` are the words that no text holds.
   */
  find(question: string, unknown: ReadonlySet<string>): Repository[] {
    const { name, isNameOf, isNearlyNameOf } = readName(question);
    const named = this.of(name).filter(isNameOf);
    if (named.length > 0) return named.sort(compareKnown);
    const byWord = [...unknown].flatMap((word) => this.of(word));
    if (byWord.length > 0) return byWord.sort(compareKnown);
    return unknown.size > 0
      ? this.#aboutAsLong(name).filter(isNearlyNameOf).sort(compareKnown)
      : [];
  }

  /** Those of about this length: to join the letters of all names takes longer than a search. */
  #aboutAsLong(name: string): Repository[] {
    const length = lengthIn(markOf(name));
    return this.#repositories.filter((_, row) =>
      Math.abs(lengthIn(this.#marks[row]!) - length) <= 1
    );
  }

  /** The repositories of this joined name. */
  of(name: string): Repository[] {
    const found: Repository[] = [];
    const mark = markOf(name);
    for (let row = this.#marks.indexOf(mark); row >= 0; row = this.#marks.indexOf(mark, row + 1)) {
      const repository = this.#repositories[row]!;
      if (nameOf(repository) === name) found.push(repository);
    }
    return found;
  }
}

function nameOf({ fullName }: Repository): string {
  return joinedName(fullName.slice(fullName.indexOf("/") + 1));
}

/** A mark has 30 bits, which engines keep as they are: 6 for the length, the rest for letters. */
const LETTER_BITS = 24;
const MAX_LENGTH = 63;

/** How long a name is, and what its letters add up to. */
function markOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = Math.imul(sum, 31) + letter.codePointAt(0)!;
  const letters = sum & ((1 << LETTER_BITS) - 1);
  return (Math.min(name.length, MAX_LENGTH) << LETTER_BITS) | letters;
}

function lengthIn(mark: number): number {
  return mark >> LETTER_BITS;
}
