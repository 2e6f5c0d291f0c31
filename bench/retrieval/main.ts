// Copyright 2026 the Rivulet authors. MIT license.

/**
 * How often the demo finds what a person expects among its 8 matches, by keyword, by meaning and by
 * both: `deno task bench:retrieval --ollama http://localhost:11434 --embedding-model all-minilm`.
 *
 * @module
 */

import { OllamaEmbeddingClient } from "@rivulet/llm";
import { parseArgs } from "node:util";
import { prefixesFor, textToEmbed } from "../../demo/stars/embedding_text.ts";
import { RANKING_DEPTH } from "../../demo/stars/fusion.ts";
import { KeywordIndex } from "../../demo/stars/keyword_index.ts";
import { MeaningIndex } from "../../demo/stars/meaning_index.ts";
import { rank } from "../../demo/stars/ranking.ts";
import { sampleCollection } from "../../demo/stars/sample.ts";
import { ORDERS, type Rankings } from "./fusions.ts";
import questions from "./questions.json" with { type: "json" };
import { type Score, scoreOf } from "./score.ts";

const { repositories } = sampleCollection;
/** The first batch loads the model. */
const TIMEOUT_MS = 120_000;

async function rankAll(baseUrl: string, model: string): Promise<Rankings[]> {
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
  const queries = await vectorsOf(questions.map(({ question }) => prefixes.query + question));
  const keywords = new KeywordIndex(repositories);
  const index = new MeaningIndex(repositories, documents);
  return questions.map(({ question }, number) => {
    const meanings = { index, query: queries[number]! };
    return {
      keyword: rank(question, { keywords }, { limit: RANKING_DEPTH }),
      meaning: rank(question, { meanings }, { limit: RANKING_DEPTH }),
      joined: rank(question, { keywords, meanings }, { limit: RANKING_DEPTH }),
    };
  });
}

function rowOf(name: string, { hits, firsts, meanReciprocalRank }: Score): string {
  const share = `${Math.round(100 * hits / questions.length)} %`;
  return `| ${name} | ${hits} of ${questions.length} (${share}) | ${firsts} | ${
    meanReciprocalRank.toFixed(2)
  } |`;
}

const { values } = parseArgs({
  options: {
    ollama: { type: "string", default: "http://localhost:11434" },
    "embedding-model": { type: "string", default: "all-minilm" },
  },
});
const all = await rankAll(values.ollama, values["embedding-model"]);
const scores = Object.entries(ORDERS)
  .map(([name, order]) => [name, scoreOf(questions, all.map(order))] as const);
const lines = [
  "| ranking | among the first 8 | in the first place | mean reciprocal rank |",
  "| ------- | ----------------- | ------------------ | -------------------- |",
  ...scores.map(([name, score]) => rowOf(name, score)),
  ...scores.map(([name, { missed }]) => `\n${name} misses: ${missed.join(" · ")}`),
  "",
];
await Deno.stdout.write(new TextEncoder().encode(lines.join("\n")));
