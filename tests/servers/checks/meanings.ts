// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals } from "@std/assert";
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

async function nearestIsWhatAPersonChooses(target: Target, { detail }: Findings): Promise<void> {
  const client = clientOf(target);
  const notes = PAIRS.map(([, note]) => note);
  const questions = PAIRS.map(([question]) => question);
  const [notesRead, questionsRead] = [
    await client.embedBatch(notes),
    await client.embedBatch(questions),
  ];
  const found = questionsRead.map((query) => notes[topK(query, notesRead, 1)[0]!.index]);
  assertEquals(found, notes);
  detail(`${PAIRS.length} of ${PAIRS.length} questions`);
}

/** What holds for meanings. */
export const meanings: readonly Check[] = [
  { name: "topK() finds what a person would choose", run: nearestIsWhatAPersonChooses },
];
