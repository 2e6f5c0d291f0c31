// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "./repository.ts";

/** What a model wants to see before a text, so that questions and documents find each other. */
export interface Prefixes {
  readonly document: string;
  readonly query: string;
}

const PREFIXES: readonly (readonly [name: string, prefixes: Prefixes])[] = [
  ["nomic-embed-text", { document: "search_document: ", query: "search_query: " }],
  ["snowflake-arctic-embed", {
    document: "",
    query: "Represent this sentence for searching relevant passages: ",
  }],
];

/** What a repository is about, without counts and dates, which have no meaning to compare. */
export function textToEmbed({ fullName, description, language, topics }: Repository): string {
  const name = fullName.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/[/_.-]+/g, " ");
  return [name, description, language, topics.join(", ")].filter(Boolean).join(". ");
}

/** The prefixes that a model was trained with; empty for most. */
export function prefixesFor(model: string): Prefixes {
  // LM Studio writes `text-embedding-` before the name, and others a folder.
  const found = PREFIXES.find(([name]) => model.toLowerCase().includes(name));
  return found?.[1] ?? { document: "", query: "" };
}
