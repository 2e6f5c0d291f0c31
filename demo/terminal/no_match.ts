// Copyright 2026 the Rivulet authors. MIT license.

import { findEmbedder } from "../engines/embedder.ts";
import { languagesOf } from "../stars/counts.ts";
import { embeddingModelFor, seemsForeign } from "../stars/model_languages.ts";
import { acceptorOf, NO_FILTERS } from "../stars/filters.ts";
import type { Collection } from "../stars/repository.ts";
import { usualAddress } from "./addresses.ts";
import { nearest } from "./did_you_mean.ts";
import type { ChatOptions } from "./options.ts";
import type { SearchResult, SearchRun } from "./search.ts";

/** Why nothing was found, and what would help. */
export async function whyNoMatch(
  options: ChatOptions,
  { collection, ranking, alone }: Pick<SearchResult, "ranking" | "alone"> & {
    collection: Collection;
  },
  run: SearchRun,
): Promise<string> {
  const nothing = options.user === undefined
    ? "No repository matches that."
    : "None of the stars match that.";
  const languages = unknownLanguage(options, collection);
  if (languages !== undefined) return `${nothing} ${languages}`;
  const passes = collection.repositories.some(acceptorOf(NO_FILTERS, options.typed));
  if (!passes) return nothing;
  const found = alone.map(({ word, count }) => `${word} (${count})`).join(", ");
  const parts = [nothing, ...(found === "" ? [] : [`One word alone finds some: ${found}.`])];
  if (ranking !== "keyword") return parts.join(" ");
  if (found === "") parts.push("No word of the question was found.");
  return [...parts, await meaningHint(options.question, run)].join(" ");
}

/** A language among the filters that nothing is written in. */
function unknownLanguage({ typed }: ChatOptions, collection: Collection): string | undefined {
  const wanted = typed.filter(({ kind }) => kind === "language");
  const accept = acceptorOf(NO_FILTERS, wanted);
  if (wanted.length === 0 || collection.repositories.some(accept)) return undefined;
  const names = languagesOf(collection.repositories).map(({ name }) => name);
  const [{ value } = { value: "" }] = wanted;
  const meant = nearest(value, names.map((name) => name.toLowerCase()));
  const start = meant === undefined ? "" : `Did you mean lang:${meant}? `;
  return `${start}The languages here are ${names.join(", ")}.`;
}

/** Words alone were compared. */
async function meaningHint(question: string, { lookUp, signal }: SearchRun): Promise<string> {
  const place = { baseUrl: usualAddress("local-a"), lookUp };
  const embedder = await findEmbedder(place, signal).catch(() => undefined);
  signal.throwIfAborted();
  const way = seemsForeign(question)
    ? "Add --english: a model puts the question into English words first. "
    : "";
  return embedder === undefined
    ? `${way}An embedding model would compare by meaning: ollama pull ${
      embeddingModelFor(question)
    }`
    : `${way}Add --rank both to compare by meaning with ${embedder.model}.`;
}
