// Copyright 2026 the Rivulet authors. MIT license.

import { EmbeddingError, TOP_K_LIMIT } from "@rivulet/llm";
import type { LookUp } from "../engines/choose.ts";
import { type Embedder, findEmbedder } from "../engines/embedder.ts";
import { ModelListError, ModelMissingError, ServerSilentError } from "../engines/local_server.ts";
import { acceptorOf, NO_FILTERS } from "../stars/filters.ts";
import { KeywordIndex } from "../stars/keyword_index.ts";
import { isForeign, isUnread, MANY_LANGUAGES_MODEL } from "../stars/model_languages.ts";
import { type Indexes, rank } from "../stars/ranking.ts";
import type { Collection, Repository } from "../stars/repository.ts";
import { spelled } from "../stars/spelling.ts";
import { type WordAlone, wordsAlone } from "../stars/words_alone.ts";
import { usualAddress } from "./addresses.ts";
import type { MeaningsRun, MeaningsSubject } from "./meanings.ts";
import { type ChatOptions, wantsAnswer } from "./options.ts";
import { questionWords, searchedText } from "./searched_text.ts";
import { ServerStuckError } from "./server_looks.ts";

/** The best matches and what they were ranked by, in words. */
export interface SearchResult {
  readonly matches: readonly Repository[];
  readonly ranking: string;
  /** Where there are no matches: the words that find something alone. */
  readonly alone: readonly WordAlone[];
}

/** What a search needs of the run. */
export interface SearchRun extends MeaningsRun {
  readonly lookUp: LookUp;
}

/**
 * Finds the best matches: by keyword at once, then, where a local server has an embedding model,
 * by meaning too. Where meanings were asked for and cannot be had, rejects with the reason.
 */
export async function* search(
  options: ChatOptions,
  collection: Collection,
  run: SearchRun,
): AsyncGenerator<SearchResult> {
  const { rankMode, englishWords } = options;
  const { typed } = searchedText(options);
  let question = englishWords ?? questionWords(options);
  const accept = acceptorOf(NO_FILTERS, typed);
  if (question === "") {
    const accepted = collection.repositories.filter(accept);
    return yield { matches: accepted.slice(0, TOP_K_LIMIT), ranking: "as listed", alone: [] };
  }
  const keywords = rankMode === "embedding" ? undefined : new KeywordIndex(collection.repositories);
  // "Sure?" says nothing of what is looked for, and may follow on another of its kind.
  for (let turns = 2; turns <= options.turns.length; turns++) {
    if (keywords === undefined || englishWords !== undefined) break;
    if (keywords.search(question, 1, accept).length > 0) break;
    question = questionWords(options, turns);
  }
  if (keywords !== undefined) yield resultOf({ keywords }, ["keyword"]);
  const embedder = await chooseEmbedder(options, run);
  if (embedder === undefined) return;
  const asked = rankMode !== undefined;
  const isHidden = isUnread(question, embedder.model);
  if (isHidden || isForeign(question, embedder.model)) {
    run.report.note(
      `${embedder.model} reads English only. For other languages add --english, or: ollama pull ${MANY_LANGUAGES_MODEL}`,
    );
    if (isHidden && !asked) return;
  }
  const read = keywords === undefined
    ? question
    : spelled(question, keywords.look(question, accept));
  if (read !== question) run.report.note(`${embedder.model} reads "${read}"`);
  const meanings = await meaningsOrNote({ question: read, collection, asked }, embedder, run);
  if (meanings === undefined) return;
  const names = [...(keywords === undefined ? [] : ["keyword"]), embedder.model];
  yield resultOf({ keywords, meanings }, names);

  function resultOf(indexes: Indexes, names: readonly string[]): SearchResult {
    const matches = rank(question, indexes, { limit: TOP_K_LIMIT, accept });
    const isLost = matches.length === 0 && keywords !== undefined;
    const alone = isLost ? wordsAlone(question, keywords, accept) : [];
    return { matches, ranking: names.join(" + "), alone };
  }
}

/** The embedding model to use, or undefined for keywords alone. */
async function chooseEmbedder(
  options: ChatOptions,
  { lookUp, signal }: SearchRun,
): Promise<Embedder | undefined> {
  const { rankMode, provider, baseUrl } = options;
  if (rankMode === "keyword" || (rankMode === undefined && !wantsAnswer(options))) return undefined;
  const otherUrl = provider === "local-b" ? baseUrl : undefined;
  const own = provider === "local-a" ? baseUrl : undefined;
  const places = { baseUrl: own ?? usualAddress("local-a"), otherUrl, lookUp };
  if (rankMode === undefined) return await findEmbedder(places, signal).catch(noneIfExpected);
  const embedder = await findEmbedder(places, signal);
  if (embedder !== undefined) return embedder;
  throw new ModelMissingError(
    "No local server has an embedding model. Run `ollama pull all-minilm`.",
  );
}

/** Nobody asked for meanings: keywords will do. */
function noneIfExpected(error: unknown): undefined {
  if (
    error instanceof ServerSilentError || error instanceof ServerStuckError ||
    error instanceof ModelListError || error instanceof EmbeddingError
  ) return;
  throw error;
}

async function meaningsOrNote(
  subject: MeaningsSubject,
  embedder: Embedder,
  run: SearchRun,
): Promise<Indexes["meanings"]> {
  // Most runs read no meanings, and start faster without.
  const { readMeanings, TooSlowError } = await import("./meanings.ts");
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
