// Copyright 2026 the Rivulet authors. MIT license.

import { prefixesFor, textToEmbed } from "../../stars/embedding_text.ts";
import type { Repository } from "../../stars/repository.ts";
import type { VectorBlock } from "../search/messages.ts";
import type { SavedVectors } from "../stars/database.ts";

/**
 * Counts up whenever the texts change, so that vectors of other texts are not compared with them.
 */
const TEXT_VERSION = 1;

/** A repository whose vector is missing or of an older text. */
export interface MissingText {
  readonly name: string;
  readonly hash: number;
  readonly text: string;
}

/** The vectors of one list by one model. */
export class VectorStore {
  readonly login: string;
  readonly model: string;
  readonly #vectors = new Map<string, { hash: number; vector: Float32Array }>();

  constructor(login: string, model: string, saved?: SavedVectors) {
    this.login = login;
    this.model = model;
    saved?.names.forEach((name, index) => {
      const vector = new Float32Array(saved.buffer, index * saved.dimensions * 4, saved.dimensions);
      this.#vectors.set(name, { hash: saved.hashes[index]!, vector });
    });
  }

  /** Where the vectors of a list by a model are kept; the dimensions stand in the block itself. */
  static keyOf(login: string, model: string): string {
    return `${login}|${model}|${TEXT_VERSION}`;
  }

  get size(): number {
    return this.#vectors.size;
  }

  /** The texts that have to be read, in the order of the list. */
  missing(repositories: readonly Repository[]): MissingText[] {
    const { document } = prefixesFor(this.model);
    return repositories
      .map((repository) => {
        const text = document + textToEmbed(repository);
        return { name: repository.fullName, text, hash: hashText(text) };
      })
      .filter(({ name, hash }) => this.#vectors.get(name)?.hash !== hash);
  }

  add({ name, hash }: MissingText, vector: Float32Array): void {
    this.#vectors.set(name, { hash, vector });
  }

  /** All vectors in one block, as they are kept and searched; undefined where there are none. */
  toBlock(): VectorBlock & { readonly hashes: readonly number[] } | undefined {
    const [first] = this.#vectors.values();
    if (first === undefined) return undefined;
    const dimensions = first.vector.length;
    const rows = [...this.#vectors].filter(([, { vector }]) => vector.length === dimensions);
    const numbers = new Float32Array(rows.length * dimensions);
    rows.forEach(([, { vector }], index) => numbers.set(vector, index * dimensions));
    return {
      names: rows.map(([name]) => name),
      hashes: rows.map(([, { hash }]) => hash),
      dimensions,
      buffer: numbers.buffer,
    };
  }
}

/** A short mark of a text (FNV-1a), to notice that it has changed. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
