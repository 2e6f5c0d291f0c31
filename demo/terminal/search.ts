// Copyright 2026 the Rivulet authors. MIT license.

import { EmbeddingError, TOP_K_LIMIT } from "@rivulet/llm";
import { type Embedder, findEmbedder } from "../engines/embedder.ts";
import { ModelListError, ModelMissingError, ServerSilentError } from "../engines/local_server.ts";
import { KeywordIndex } from "../stars/keyword_index.ts";
import { type Indexes, rank } from "../stars/ranking.ts";
import type { Collection, Repository } from "../stars/repository.ts";
import { readMeanings, TooSlowError } from "./meanings.ts";
import type { ChatOptions } from "./options.ts";
import type { Report } from "./report.ts";

/** The best matches and what they were ranked by, in words. */
export interface SearchResult {
  readonly matches: readonly Repository[];
  readonly ranking: string;
}

/**
 * Finds the best matches. Meanings count where the local server has an embedding model; where they
 * were asked for and cannot be had, rejects with the reason.
 */
export async function search(
  options: ChatOptions,
  collection: Collection,
  { report, signal }: { report: Report; signal: AbortSignal },
): Promise<SearchResult> {
  const { question, rankMode } = options;
  const keywords = rankMode === "embedding" ? undefined : new KeywordIndex(collection.repositories);
  const embedder = await chooseEmbedder(options, signal);
  const meanings = embedder &&
    await meaningsOrNote({ question, collection, asked: rankMode !== undefined }, embedder, {
      report,
      signal,
    });
  const names = [keywords && "keyword", meanings && embedder?.model].filter((name) =>
    name !== undefined
  );
  return {
    matches: rank(question, { keywords, meanings }, TOP_K_LIMIT),
    ranking: names.join(" + "),
  };
}

/** The embedding model to use, or undefined for keywords alone. */
async function chooseEmbedder(
  { rankMode, matchesOnly, provider, baseUrl }: ChatOptions,
  signal: AbortSignal,
): Promise<Embedder | undefined> {
  if (rankMode === "keyword" || (matchesOnly && rankMode === undefined)) return undefined;
  const address = provider === "local-a" ? baseUrl : undefined;
  if (rankMode === undefined) return await findEmbedder(address, signal).catch(noneIfExpected);
  const embedder = await findEmbedder(address, signal);
  if (embedder !== undefined) return embedder;
  throw new ModelMissingError("Ollama has no embedding model. Run `ollama pull all-minilm`.");
}

/** Nobody asked for meanings: keywords will do. */
function noneIfExpected(error: unknown): undefined {
  if (
    error instanceof ServerSilentError || error instanceof ModelListError ||
    error instanceof EmbeddingError
  ) return;
  throw error;
}

async function meaningsOrNote(
  subject: Parameters<typeof readMeanings>[0],
  embedder: Embedder,
  run: { report: Report; signal: AbortSignal },
): Promise<Indexes["meanings"]> {
  try {
    return await readMeanings(subject, embedder, run);
  } catch (error) {
    if (subject.asked) throw error;
    if (error instanceof TooSlowError) {
      run.report.note(
        `Reading meanings would take ${error.message}. Add --rank both to wait for them.`,
      );
    } else if (error instanceof EmbeddingError) {
      run.report.note(`Ranking by keyword alone: ${error.message}`);
    } else throw error;
    return undefined;
  }
}
