// Copyright 2026 the Rivulet authors. MIT license.

// Vectors: as many as texts, in their order, the same in a batch and alone.

import { assert, assertEquals } from "@std/assert";
import { cosineSimilarity } from "@rivulet/llm";
import type { Check, Findings } from "../check.ts";
import { clientOf, ofOllamaAlone, ollamaClientOf, withoutEmbed } from "../embedding.ts";
import type { Target } from "../target.ts";

const TEXTS = [
  "The river reaches the sea.",
  "rg",
  "Une phrase en français, avec des accents : déjà vu.",
  "日本語の文",
  "🦊",
  "Searches folders of source code for a regular expression. ".repeat(6),
];

async function batchEqualsOneByOne(target: Target, { detail }: Findings): Promise<void> {
  const client = clientOf(target);
  const together = await client.embedBatch(TEXTS);
  assertEquals(together.length, TEXTS.length);
  let least = 1;
  for (const [index, text] of TEXTS.entries()) {
    const [alone] = await client.embedBatch([text]);
    least = Math.min(least, cosineSimilarity(alone!, together[index]!));
  }
  assert(least > 0.999, `cosine ${least}`);
  detail(`${together[0]!.length} dimensions, least cosine ${least.toFixed(6)}`);
}

async function lengthIsOne(target: Target, { detail, habit }: Findings): Promise<void> {
  const [vector] = await clientOf(target).embedBatch([TEXTS[0]!]);
  const length = Math.hypot(...vector!);
  if (Math.abs(length - 1) < 1e-3) detail("length 1");
  else habit(`its vectors have the length ${length.toFixed(3)}`);
}

async function manyKeepTheirOrder(target: Target, { detail }: Findings): Promise<void> {
  const client = clientOf(target);
  const texts = Array.from({ length: 40 }, (_, number) => `Number ${number} of the list`);
  const vectors: Float32Array[] = [];
  for await (const batch of client.embedMany(texts, { batchSize: 16 })) vectors.push(...batch);
  assertEquals(vectors.length, texts.length);
  for (const number of [0, 17, 39]) {
    const [alone] = await client.embedBatch([texts[number]!]);
    const cosine = cosineSimilarity(alone!, vectors[number]!);
    assert(cosine > 0.999, `text ${number}: cosine ${cosine}`);
  }
  detail("40 texts in batches of 16");
}

async function bothEndpointsAgree(target: Target, { detail, habit }: Findings): Promise<void> {
  const current = ollamaClientOf(target);
  const older = ollamaClientOf(target, { fetch: withoutEmbed });
  assertEquals((await older.probeRuntime()).endpoint, "embeddings");
  const { endpoint } = await current.probeRuntime();
  if (endpoint === "embeddings") habit("has /api/embeddings alone");
  const [fromOne] = await current.embedBatch([TEXTS[0]!]);
  const [fromOther] = await older.embedBatch([TEXTS[0]!]);
  const cosine = cosineSimilarity(fromOne!, fromOther!);
  assert(cosine > 0.999, `cosine ${cosine}`);
  const length = Math.hypot(...fromOther!).toFixed(3);
  detail(`/api/${endpoint}; vectors of /api/embeddings have the length ${length}`);
}

async function listsItsModels(target: Target, { detail }: Findings): Promise<void> {
  const names = await ollamaClientOf(target).healthCheck();
  const { embeddingModel = "" } = target;
  const isListed = names.some((name) => name === embeddingModel || name.startsWith(embeddingModel));
  assert(isListed, names.join(", "));
  detail(names.join(", "));
}

/** What holds for vectors. */
export const vectors: readonly Check[] = [
  { name: "healthCheck() lists the models", skipped: ofOllamaAlone, run: listsItsModels },
  { name: "a batch gives what one by one gives", run: batchEqualsOneByOne },
  { name: "vectors have the length 1", run: lengthIsOne },
  { name: "embedMany() keeps the order", run: manyKeepTheirOrder },
  {
    name: "/api/embed and /api/embeddings mean the same",
    skipped: ofOllamaAlone,
    run: bothEndpointsAgree,
  },
];
