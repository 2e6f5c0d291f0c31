// Copyright 2026 the Rivulet authors. MIT license.

// Writes all that the terminal program keeps, again and again, until it is killed.

import { keepConversation } from "../../demo/terminal/conversation.ts";
import { KeptFiles } from "../../demo/terminal/kept_files.ts";
import { StarKeeper } from "../../demo/terminal/kept_stars.ts";
import { KeptVectors } from "../../demo/terminal/kept_vectors.ts";
import { keepMatches } from "../../demo/terminal/last_matches.ts";
import { keepSettings } from "../../demo/terminal/settings.ts";
import { keptVectorKind } from "./kept_vector_kind.ts";

function say(words: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${words}\n`));
}

const [folder = ""] = Deno.args;
const files = new KeptFiles(folder, (words) => {
  say(words);
  Deno.exit(1);
});
const repositories = Array.from({ length: 2000 }, (_, index) => ({
  fullName: `a/${index}`,
  description: "What it does, in a sentence of some length. ".repeat(4),
  topics: ["a", "b"],
  stars: index,
  archived: false,
}));
const vectors = await KeptVectors.load(files, keptVectorKind);

say("ready");
for (let round = 0;; round++) {
  const keeper = new StarKeeper(files);
  await keeper.offer({ user: "ana", total: 2000, savedAt: "2026-01-01", repositories });
  await keeper.save();
  const hash = crypto.randomUUID().replaceAll("-", "").slice(0, 24);
  await vectors.add(
    Array.from({ length: 100 }, () => ({ hash, vector: new Int8Array(384).fill(1) })),
  );
  await keepMatches(files, repositories.slice(0, 8));
  const turn = { question: "q", filters: "", answer: "word ".repeat(1000) };
  await keepConversation(files, { flags: { model: "m" }, turns: [turn, turn] });
  await keepSettings(files, { user: "ana", model: `m${round}` });
}
