// Copyright 2026 the Rivulet authors. MIT license.

import type { Embedder } from "../engines/embedder.ts";
import { prefixesFor, textToEmbed } from "../stars/embedding_text.ts";
import { MeaningIndex } from "../stars/meaning_index.ts";
import type { Indexes } from "../stars/ranking.ts";
import type { Collection, Repository } from "../stars/repository.ts";
import type { Report } from "./report.ts";
import { loadVectors, type SavedVectors, saveVectors } from "./vector_file.ts";

const BATCH_SIZE = 32;
const BATCHES_PER_SAVE = 10;

/** Longer than this, nobody should wait who has not asked for it. */
const MAX_UNASKED_MS = 3 * 60 * 1000;

/** Reading all meanings would take too long. The message says how long. */
export class TooSlowError extends Error {
  override readonly name = "TooSlowError";
}

/**
 * The meanings of a collection and of a question. What earlier runs have read is not read again,
 * and what this run reads is kept, also when it is stopped. Rejects with a TooSlowError where the
 * person has not asked to wait.
 */
export async function readMeanings(
  { question, collection, asked }: { question: string; collection: Collection; asked: boolean },
  { model, client }: Embedder,
  { report, signal }: { report: Report; signal: AbortSignal },
): Promise<NonNullable<Indexes["meanings"]>> {
  const prefixes = prefixesFor(model);
  const [query] = await client.embedBatch([prefixes.query + question], { signal });
  const { endpoint } = await client.probeRuntime();
  const saved = await loadVectors(model, endpoint);
  const entries = await Promise.all(collection.repositories.map(async (repository) => {
    const text = prefixes.document + textToEmbed(repository);
    return { repository, text, hash: await hashOf(text) };
  }));
  const missing = entries.filter(({ hash }) => !saved.byHash.has(hash));
  await readMissing(missing, saved, { client, model, report, signal, asked });
  const known = entries.filter(({ hash }) => saved.byHash.has(hash));
  const repositories: Repository[] = known.map(({ repository }) => repository);
  return {
    index: new MeaningIndex(repositories, known.map(({ hash }) => saved.byHash.get(hash)!)),
    query: query!,
  };
}

async function readMissing(
  missing: readonly { text: string; hash: string }[],
  saved: SavedVectors,
  { client, model, report, signal, asked }: Embedder & {
    report: Report;
    signal: AbortSignal;
    asked: boolean;
  },
): Promise<void> {
  const start = performance.now();
  let done = 0;
  let batches = 0;
  try {
    const texts = missing.map(({ text }) => text);
    for await (const vectors of client.embedMany(texts, { batchSize: BATCH_SIZE, signal })) {
      for (const vector of vectors) saved.byHash.set(missing[done++]!.hash, vector);
      const leftMs = (performance.now() - start) / done * (missing.length - done);
      if (!asked && leftMs > MAX_UNASKED_MS) {
        throw new TooSlowError(`about ${Math.ceil(leftMs / 60_000)} minutes`);
      }
      if (++batches % BATCHES_PER_SAVE === 0) {
        await saveVectors(saved);
        const left = `about ${Math.ceil(leftMs / 1000)} s left`;
        report.note(`Reading meanings with ${model}: ${done} of ${missing.length} · ${left}`);
      }
    }
  } finally {
    if (done > 0) await saveVectors(saved);
  }
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest, 0, 12)].map((byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}
