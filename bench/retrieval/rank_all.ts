// Copyright 2026 the Rivulet authors. MIT license.

import { cosineSimilarity, OllamaEmbeddingClient } from "@rivulet/llm/embedding";
import { prefixesFor, textToEmbed } from "../../demo/stars/embedding_text.ts";
import { acceptorOf, NO_FILTERS } from "../../demo/stars/filters.ts";
import { RANKING_DEPTH } from "../../demo/stars/fusion.ts";
import { KeywordIndex } from "../../demo/stars/keyword_index.ts";
import { MeaningIndex } from "../../demo/stars/meaning_index.ts";
import { readQuery } from "../../demo/stars/query.ts";
import { rank } from "../../demo/stars/ranking.ts";
import { spelled } from "../../demo/stars/spelling.ts";
import { UNRELATED_QUESTIONS } from "../../demo/stars/unrelated.ts";
import type { Rankings } from "./fusions.ts";
import type { MeasuredList } from "./list.ts";
import { miniSearch, sqliteFts5 } from "./peers.ts";

/** The first batch loads the model. */
const TIMEOUT_MS = 120_000;

/** Ranks a list for each of its questions, and then for each that it does not answer. */
export async function rankAll(
  { repositories, questions, nothing }: MeasuredList,
  { baseUrl, model }: { baseUrl: string; model: string },
): Promise<Rankings[]> {
  const client = new OllamaEmbeddingClient({ baseUrl, model, timeoutMs: TIMEOUT_MS });
  const prefixes = prefixesFor(model);
  const vectorsOf = async (texts: string[]): Promise<Float32Array[]> => {
    const vectors: Float32Array[] = [];
    for await (const batch of client.embedMany(texts, { batchSize: 32 })) vectors.push(...batch);
    return vectors;
  };
  const asked = [...questions.map(({ question }) => question), ...nothing];
  const queries = asked.map(readQuery);
  const documents = await vectorsOf(
    repositories.map((each) => prefixes.document + textToEmbed(each)),
  );
  const keywords = new KeywordIndex(repositories);
  const read = queries.map(({ words, typed }) =>
    spelled(words, keywords.look(words, acceptorOf(NO_FILTERS, typed)))
  );
  const vectors = await vectorsOf(read.map((words) => prefixes.query + words));
  const index = new MeaningIndex(repositories, documents);
  index.setUnrelated(await vectorsOf(UNRELATED_QUESTIONS.map((each) => prefixes.query + each)));
  const peers = { sqlite: sqliteFts5(repositories), miniSearch: miniSearch(repositories) };
  return queries.map(({ words, typed }, number) => {
    const vector = vectors[number]!;
    const meanings = { index, query: vector };
    const options = { limit: RANKING_DEPTH, accept: acceptorOf(NO_FILTERS, typed) };
    return {
      words: rank(words, { keywords }, options),
      meaning: rank(words, { meanings }, options),
      joined: rank(words, { keywords, meanings }, options),
      nearest: documents
        .map((document, place) => ({ place, cosine: cosineSimilarity(vector, document) }))
        .sort((one, other) => other.cosine - one.cosine)
        .slice(0, RANKING_DEPTH)
        .map(({ place }) => repositories[place]!),
      sqlite: peers.sqlite(asked[number]!),
      miniSearch: peers.miniSearch(asked[number]!),
    };
  });
}
