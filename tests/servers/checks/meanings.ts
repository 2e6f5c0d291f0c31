// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals } from "@std/assert";
import { topK } from "@rivulet/llm";
import type { Check, Findings } from "../check.ts";
import { clientOf } from "../embedding.ts";
import type { Target } from "../target.ts";

/** Each question with what a person would choose; they share no word that says it. */
const PAIRS: readonly (readonly [question: string, nearest: string])[] = [
  ["Where do I put the rubbish?", "Bins go out on Tuesday."],
  ["How can I get into the house?", "The key lies under the blue pot."],
  ["What is the name of our pet?", "The cat is called Miso."],
  ["I want to go online", "The Wi-Fi password is on the fridge."],
  ["Who repairs the heating?", "The plumber's number is in the drawer."],
  ["something to eat for tonight", "There is lasagne in the freezer."],
];

async function nearestIsWhatAPersonChooses(
  target: Target,
  { detail, habit }: Findings,
): Promise<void> {
  const client = clientOf(target);
  const notes = PAIRS.map(([, note]) => note);
  const noteVectors = await client.embedBatch(notes);
  const queries = await client.embedBatch(PAIRS.map(([question]) => question));
  const places = queries.map((query) => topK(query, noteVectors, 1)[0]!.index);
  assertEquals(places, queries.map((query) => nearestTo(query, noteVectors)));
  const missed = PAIRS.filter((_, place) => places[place] !== place);
  // How well it understands is the model's; by chance it would be one of six.
  assert(missed.length <= PAIRS.length / 2, `${missed.length} of ${PAIRS.length} missed`);
  detail(`${PAIRS.length - missed.length} of ${PAIRS.length} questions`);
  for (const [question] of missed) habit(`its model misses "${question}"`);
}

/** The same without the library. */
function nearestTo(query: Float32Array, vectors: readonly Float32Array[]): number {
  const cosines = vectors.map((vector) => {
    const product = vector.reduce((sum, value, index) => sum + value * query[index]!, 0);
    return product / Math.hypot(...vector) / Math.hypot(...query);
  });
  return cosines.indexOf(Math.max(...cosines));
}

/** What holds for meanings. */
export const meanings: readonly Check[] = [
  { name: "topK() finds what a person would choose", run: nearestIsWhatAPersonChooses },
];
