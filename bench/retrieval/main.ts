// Copyright 2026 the Rivulet authors. MIT license.

/**
 * How often the demo finds what a person expects among its 8 matches, by keyword, by meaning and by
 * both: `deno task bench:retrieval --ollama http://localhost:11434 --embedding-model all-minilm`.
 *
 * @module
 */

import { OllamaEmbeddingClient, TOP_K_LIMIT } from "@rivulet/llm";
import { parseArgs } from "node:util";
import { prefixesFor, textToEmbed } from "../../demo/stars/embedding_text.ts";
import { RANKING_DEPTH } from "../../demo/stars/fusion.ts";
import { KeywordIndex } from "../../demo/stars/keyword_index.ts";
import { MeaningIndex } from "../../demo/stars/meaning_index.ts";
import { rank } from "../../demo/stars/ranking.ts";
import { sampleCollection } from "../../demo/stars/sample.ts";
import { UNRELATED_QUESTIONS } from "../../demo/stars/unrelated.ts";
import { ORDERS, type Rankings } from "./fusions.ts";
import nothing from "./nothing.json" with { type: "json" };
import questions from "./questions.json" with { type: "json" };
import { mean, type Score, scoreOf } from "./score.ts";

const { repositories } = sampleCollection;
/** The first batch loads the model. */
const TIMEOUT_MS = 120_000;

async function rankAll(
  texts: readonly string[],
  { baseUrl, model }: { baseUrl: string; model: string },
): Promise<Rankings[]> {
  const client = new OllamaEmbeddingClient({ baseUrl, model, timeoutMs: TIMEOUT_MS });
  const prefixes = prefixesFor(model);
  const vectorsOf = async (texts: string[]): Promise<Float32Array[]> => {
    const vectors: Float32Array[] = [];
    for await (const batch of client.embedMany(texts, { batchSize: 32 })) vectors.push(...batch);
    return vectors;
  };
  const documents = await vectorsOf(
    repositories.map((each) => prefixes.document + textToEmbed(each)),
  );
  const queries = await vectorsOf(texts.map((each) => prefixes.query + each));
  const keywords = new KeywordIndex(repositories);
  const index = new MeaningIndex(repositories, documents);
  index.setUnrelated(await vectorsOf(UNRELATED_QUESTIONS.map((each) => prefixes.query + each)));
  return texts.map((question, number) => {
    const meanings = { index, query: queries[number]! };
    return {
      keyword: rank(question, { keywords }, { limit: RANKING_DEPTH }),
      meaning: rank(question, { meanings }, { limit: RANKING_DEPTH }),
      joined: rank(question, { keywords, meanings }, { limit: RANKING_DEPTH }),
    };
  });
}

function rowOf(name: string, score: Score, sent: number): string {
  const { hits, firsts, meanReciprocalRank, interval: [low, high] } = score;
  const share = `${Math.round(100 * hits / questions.length)} %`;
  return [
    `| ${name}`,
    `${hits} of ${questions.length} (${share})`,
    String(firsts),
    `${meanReciprocalRank.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`,
    `${sent.toFixed(1)} |`,
  ].join(" | ");
}

const { values } = parseArgs({
  options: {
    ollama: { type: "string", default: "http://localhost:11434" },
    "embedding-model": { type: "string", default: "all-minilm" },
  },
});
const all = await rankAll([...questions.map(({ question }) => question), ...nothing], {
  baseUrl: values.ollama,
  model: values["embedding-model"],
});
const scores = Object.entries(ORDERS).map(([name, order]) => {
  const orders = all.map(order);
  const sent = orders.slice(questions.length).map(({ length }) => Math.min(length, TOP_K_LIMIT));
  return { name, score: scoreOf(questions, orders), sent: mean(sent) };
});
const lines = [
  "| ranking | among the first 8 | in the first place | mean reciprocal rank (95 %) | sent where nothing answers |",
  "| ------- | ----------------- | ------------------ | --------------------------- | -------------------------- |",
  ...scores.map(({ name, score, sent }) => rowOf(name, score, sent)),
  ...scores.map(({ name, score: { missed } }) => `\n${name} misses: ${missed.join(" · ")}`),
  "",
];
await Deno.stdout.write(new TextEncoder().encode(lines.join("\n")));
