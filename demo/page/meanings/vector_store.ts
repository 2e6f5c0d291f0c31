// Copyright 2026 the Rivulet authors. MIT license.

import { prefixesFor, textToEmbed } from "../../stars/embedding_text.ts";
import type { Repository } from "../../stars/repository.ts";
import type { VectorBatch } from "../storage/page_storage.ts";

/** A repository whose vector is missing or of an older text. */
export interface MissingText {
  readonly name: string;
  readonly hash: number;
  readonly text: string;
}

/** The vectors of one list by one model. */
export class VectorStore {
  readonly model: string;
  readonly #vectors = new Map<string, { hash: number; vector: Float32Array }>();

  constructor(model: string, batches: readonly VectorBatch[]) {
    this.model = model;
    for (const { names, hashes, dimensions, buffer } of batches) {
      names.forEach((name, index) => {
        const vector = new Float32Array(buffer, index * dimensions * 4, dimensions);
        this.#vectors.set(name, { hash: hashes[index]!, vector });
      });
    }
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

  add(missing: readonly MissingText[], vectors: readonly Float32Array[]): VectorBatch {
    const dimensions = vectors[0]?.length ?? 0;
    const numbers = new Float32Array(vectors.length * dimensions);
    vectors.forEach((vector, index) => {
      numbers.set(vector, index * dimensions);
      const { name, hash } = missing[index]!;
      this.#vectors.set(name, { hash, vector });
    });
    return {
      names: missing.map(({ name }) => name),
      hashes: missing.map(({ hash }) => hash),
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
