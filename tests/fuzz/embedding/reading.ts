// Copyright 2026 the Rivulet authors. MIT license.

import { EmbeddingError } from "@rivulet/llm/embedding";
import { concatenate } from "../../support/bytes.ts";
import {
  answerLikeOllama,
  isProbe,
  makeClient,
  makeOpenAIClient,
} from "../../support/embedding_server.ts";
import { stubServer } from "../../support/stub_server.ts";
import type { Random } from "../random.ts";
import { findShortest, responseOf, type Sample, sampleOf } from "../sample.ts";
import { generateAnswer, type Key } from "./generate.ts";
import { readAnswer, type Reading, readRefusal } from "./reference.ts";

/** An answer to a number of texts. */
interface EmbeddingSample extends Sample {
  key: Key;
  count: number;
  status: number;
}

/** Reads a random answer, and tells where the library reads it as the reference does not. */
export function checkEmbeddingReading(random: Random): Promise<string | undefined> {
  const key = random.pick(["embeddings", "data", "embedding"] as const);
  const count = key === "embedding" ? 1 : 1 + random.below(5);
  const body = random.once(20)
    ? random.bytes()
    : new TextEncoder().encode(generateAnswer(random, key, count));
  const status = random.once(15) ? random.pick([400, 404, 500]) : 200;
  return findShortest({ key, count, status, ...sampleOf(body, random) }, findFault);
}

async function findFault(sample: EmbeddingSample): Promise<string | undefined> {
  const { key, count, status, pieces } = sample;
  const body = concatenate(pieces);
  const actual = await read(sample);
  const expected = status === 200 ? readAnswer(body, key, count) : readRefusal(body, `${status}`);
  if (expected === undefined || isAsExpected(actual, expected)) return undefined;
  return `read ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`;
}

function isAsExpected(actual: Reading, expected: Reading): boolean {
  if ("vectors" in actual || "vectors" in expected || expected.reasons.length === 0) {
    return JSON.stringify({ ...actual, reasons: [] }) ===
      JSON.stringify({ ...expected, reasons: [] });
  }
  return actual.code === expected.code && expected.reasons.includes(actual.reasons[0]!);
}

async function read(sample: EmbeddingSample): Promise<Reading> {
  const { key, count, status } = sample;
  using _server = stubServer((request) =>
    isProbe(request)
      ? answerLikeOllama(request, key === "embedding" ? "old" : "new")
      : responseOf(sample, { status })
  );
  const texts = Array.from({ length: count }, (_, index) => `text ${index}`);
  const client = key === "data" ? makeOpenAIClient() : makeClient();
  try {
    const vectors = await client.embedBatch(texts);
    return { vectors: vectors.map((vector) => [...vector]) };
  } catch (error) {
    if (!(error instanceof EmbeddingError)) throw error;
    const { code, reason = "" } = error;
    return { code: code as "format", reasons: [reason] };
  }
}
