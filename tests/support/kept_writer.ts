// Copyright 2026 the Rivulet authors. MIT license.

// Writes all that the terminal program keeps, again and again, until it is killed: each file in a
// folder of its own, so that a kill comes in the middle of a write of each.

import { keepConversation } from "../../demo/terminal/conversation.ts";
import { KeptFiles } from "../../demo/terminal/kept_files.ts";
import { StarKeeper } from "../../demo/terminal/kept_stars.ts";
import { KeptVectors, vectorsFileOf } from "../../demo/terminal/kept_vectors.ts";
import { keepMatches } from "../../demo/terminal/last_matches.ts";
import { keepSettings } from "../../demo/terminal/settings.ts";
import { keptVectorKind } from "./kept_vector_kind.ts";

function say(words: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${words}\n`));
}

const [folder = ""] = Deno.args;
const repositories = Array.from({ length: 2000 }, (_, index) => ({
  fullName: `a/${index}`,
  description: "What it does, in a sentence of some length. ".repeat(4),
  topics: ["a", "b"],
  stars: index,
  archived: false,
}));

/** So many writes to the file of the vectors, and it is written anew. */
const MAX_VECTORS = 50;

async function keepStars(files: KeptFiles): Promise<void> {
  const keeper = new StarKeeper(files);
  await keeper.offer({ user: "ana", total: 2000, savedAt: "2026-01-01", repositories });
  await keeper.save();
}

let vectors = await KeptVectors.load(filesIn("vectors"), keptVectorKind);

async function keepVectors(files: KeptFiles): Promise<void> {
  const hash = crypto.randomUUID().replaceAll("-", "").slice(0, 24);
  await vectors.add(
    Array.from({ length: 100 }, () => ({ hash, vector: new Int8Array(384).fill(1) })),
  );
  if (vectors.byHash.size < MAX_VECTORS) return;
  await Deno.remove(`${folder}/vectors/${vectorsFileOf(keptVectorKind.model)}`);
  vectors = await KeptVectors.load(files, keptVectorKind);
}

const turn = { question: "q", filters: "", answer: "word ".repeat(1000) };

const WRITES: Record<string, (files: KeptFiles, round: number) => Promise<unknown>> = {
  stars: keepStars,
  vectors: keepVectors,
  matches: (files) => keepMatches(files, repositories.slice(0, 8)),
  conversation: (files) => keepConversation(files, { flags: { model: "m" }, turns: [turn, turn] }),
  settings: (files, round) => keepSettings(files, { user: "ana", model: `m${round}` }),
};

function filesIn(name: string): KeptFiles {
  return new KeptFiles(`${folder}/${name}`, (words) => {
    say(words);
    Deno.exit(1);
  });
}

say("ready");
await Promise.all(
  Object.entries(WRITES).map(async ([name, write]) => {
    const files = filesIn(name);
    for (let round = 0;; round++) await write(files, round);
  }),
);
