// Copyright 2026 the Rivulet authors. MIT license.

/**
 * How often the demo finds what a person expects among its 8 matches, beside what others would pick:
 * `deno task bench:retrieval --ollama http://localhost:11434 --embedding-model all-minilm`.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { measuredLists } from "./list.ts";
import { rankAll } from "./rank_all.ts";
import { tablesOf } from "./tables.ts";

const { values } = parseArgs({
  options: {
    ollama: { type: "string", default: "http://localhost:11434" },
    "embedding-model": { type: "string", default: "all-minilm" },
  },
});
for (const list of await measuredLists()) {
  const rankings = await rankAll(list, {
    baseUrl: values.ollama,
    model: values["embedding-model"],
  });
  await Deno.stdout.write(new TextEncoder().encode(`${tablesOf(list, rankings)}\n`));
}
