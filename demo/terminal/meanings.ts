// Copyright 2026 the Rivulet authors. MIT license.

import { createHash } from "node:crypto";
import { type Embedder, endpointOf } from "../engines/embedder.ts";
import { hostOf } from "../engines/host.ts";
import { prefixesFor, textToEmbed } from "../stars/embedding_text.ts";
import { MeaningIndex } from "../stars/meaning_index.ts";
import { packVector } from "../stars/packed_vectors.ts";
import type { Indexes } from "../stars/ranking.ts";
import type { Collection, Repository } from "../stars/repository.ts";
import { UNRELATED_QUESTIONS } from "../stars/unrelated.ts";
import type { KeptFiles } from "./kept_files.ts";
import { HASH_BYTES, hexOf, KeptVectors } from "./kept_vectors.ts";
import type { Report } from "./report.ts";
import { whileWaiting } from "./waiting.ts";

const BATCH_SIZE = 32;

/** Longer than this, nobody should wait who has not asked for it. */
const MAX_UNASKED_MS = 3 * 60 * 1000;

/** Reading all meanings would take too long. The message says how long. */
export class TooSlowError extends Error {
  override readonly name = "TooSlowError";
}

/** What reading meanings needs of the run. */
export interface MeaningsRun {
  readonly files: KeptFiles;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** What is to be compared with what. */
export interface MeaningsSubject {
  readonly question: string;
  readonly collection: Collection;
  /** Whether the person has asked for meanings. */
  readonly asked: boolean;
}

/** A text to read the meaning of, as its hash. */
interface Entry {
  readonly repository: Repository;
  readonly hash: string;
}

/**
 * The meanings of a collection and of a question. What earlier runs have read is not read again,
 * and what this run reads is kept, also when it is stopped. Rejects with a TooSlowError where the
 * person has not asked to wait.
 */
export async function readMeanings(
  { question, collection, asked }: MeaningsSubject,
  { model, baseUrl, client }: Embedder,
  run: MeaningsRun,
): Promise<NonNullable<Indexes["meanings"]>> {
  const { files, report, signal } = run;
  const prefixes = prefixesFor(model);
  const [query] = await whileWaiting(
    client.embedBatch([prefixes.query + question], { signal }),
    (text) => report.progress("embedding", text),
    `Waiting for ${model} at ${hostOf(baseUrl)}`,
  );
  const endpoint = await endpointOf(client, signal);
  const kept = await KeptVectors.load(files, { model, endpoint, dimensions: query!.length });
  const entries = collection.repositories.map((repository) => ({
    repository,
    hash: hashOf(prefixes.document + textToEmbed(repository)),
  }));
  const missing = entries.filter(({ hash }) => !kept.byHash.has(hash));
  const unrelated = UNRELATED_QUESTIONS.map((text) => prefixes.query + text)
    .map((text) => ({ text, hash: hashOf(text) }));
  const unread = unrelated.filter(({ hash }) => !kept.byHash.has(hash));
  if (unread.length > 0) {
    const read = await client.embedBatch(unread.map(({ text }) => text), { signal });
    await kept.add(read.map((vector, index) => ({
      vector: packVector(vector),
      hash: unread[index]!.hash,
    })));
  }
  await readMissing(missing, { model, baseUrl, client }, { ...run, kept, asked });
  const known = entries.filter(({ hash }) => kept.byHash.has(hash));
  const index = new MeaningIndex(
    known.map(({ repository }) => repository),
    known.map(({ hash }) => kept.byHash.get(hash)!),
  );
  index.setUnrelated(unrelated.map(({ hash }) => kept.byHash.get(hash)!));
  return { index, query: query! };
}

async function readMissing(
  missing: readonly Entry[],
  { model, client }: Embedder,
  { kept, report, signal, asked }: MeaningsRun & { kept: KeptVectors; asked: boolean },
): Promise<void> {
  const { document } = prefixesFor(model);
  const texts = missing.map(({ repository }) => document + textToEmbed(repository));
  const start = performance.now();
  let done = 0;
  for await (const vectors of client.embedMany(texts, { batchSize: BATCH_SIZE, signal })) {
    await kept.add(vectors.map((vector, index) => ({
      vector: packVector(vector),
      hash: missing[done + index]!.hash,
    })));
    done += vectors.length;
    const leftMs = (performance.now() - start) / done * (missing.length - done);
    if (!asked && leftMs > MAX_UNASKED_MS) {
      throw new TooSlowError(`about ${Math.ceil(leftMs / 60_000)} minutes`);
    }
    const left = `about ${Math.ceil(leftMs / 1000)} s left`;
    report.progress(
      "meanings",
      `Reading meanings with ${model}: ${done} of ${missing.length} · ${left}`,
    );
  }
}

function hashOf(text: string): string {
  return hexOf(createHash("sha256").update(text).digest().subarray(0, HASH_BYTES));
}
