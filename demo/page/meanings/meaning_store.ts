// Copyright 2026 the Rivulet authors. MIT license.

import { prefixesFor, textToEmbed } from "../../stars/embedding_text.ts";
import { packVector } from "../../stars/packed_vectors.ts";
import type { Repository } from "../../stars/repository.ts";
import { isUnrelated, UNRELATED_QUESTIONS, unrelatedName } from "../../stars/unrelated.ts";
import type { VectorBatch } from "../storage/kept_meanings.ts";

/** A repository whose vector is missing or of an older text. */
export interface MissingText {
  readonly name: string;
  readonly hash: number;
  readonly text: string;
}

/** Knows what a model has read of a list. The vectors themselves go on to where they are used. */
export class MeaningStore {
  readonly model: string;
  readonly #hashes = new Map<string, number>();

  /** `batches` are those that are kept, the oldest first. */
  constructor(model: string, batches: readonly VectorBatch[] = []) {
    this.model = model;
    for (const { names, hashes } of batches) {
      names.forEach((name, index) => this.#hashes.set(name, hashes[index]!));
    }
  }

  /** How many repositories have a vector. */
  get size(): number {
    return [...this.#hashes.keys()].filter((name) => !isUnrelated(name)).length;
  }

  /** The questions that no list answers, as far as they have to be read. */
  missingUnrelated(): MissingText[] {
    const { query } = prefixesFor(this.model);
    return this.#missing(
      UNRELATED_QUESTIONS.map((text, index) => [unrelatedName(index), query + text] as const),
    );
  }

  /** How many of these have a vector, be it of an older text. */
  countOf(repositories: readonly Repository[]): number {
    return repositories.filter(({ fullName }) => this.#hashes.has(fullName)).length;
  }

  /** The texts that have to be read, in the order of the list. */
  missing(repositories: readonly Repository[]): MissingText[] {
    const { document } = prefixesFor(this.model);
    return this.#missing(
      repositories.map((repository) =>
        [repository.fullName, document + textToEmbed(repository)] as const
      ),
    );
  }

  /**
   * One batch that was read, to be kept and to be searched. Throws a TypeError where a model gives
   * other numbers than it should.
   */
  add(texts: readonly MissingText[], vectors: readonly Float32Array[]): VectorBatch {
    const dimensions = vectors[0]?.length ?? 0;
    const isEven = vectors.length === texts.length && dimensions > 0 &&
      vectors.every((vector) => vector.length === dimensions && vector.every(Number.isFinite));
    if (!isEven) {
      throw new TypeError(`Vectors of one length are needed, "${this.model}" gave others`);
    }
    const numbers = new Int8Array(texts.length * dimensions);
    vectors.forEach((vector, index) => numbers.set(packVector(vector), index * dimensions));
    for (const { name, hash } of texts) this.#hashes.set(name, hash);
    return {
      names: texts.map(({ name }) => name),
      hashes: texts.map(({ hash }) => hash),
      dimensions,
      buffer: numbers.buffer,
    };
  }

  #missing(texts: readonly (readonly [name: string, text: string])[]): MissingText[] {
    return texts.map(([name, text]) => ({ name, text, hash: hashText(text) }))
      .filter(({ name, hash }) => this.#hashes.get(name) !== hash);
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
