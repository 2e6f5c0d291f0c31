// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "./repository.ts";

/** What a model wants to see before a text, so that questions and documents find each other. */
export interface Prefixes {
  readonly document: string;
  readonly query: string;
}

const SENTENCE = "Represent this sentence for searching relevant passages: ";

/**
 * As the cards of the models say it, by a part of their names. The first that fits: later versions
 * of a model may want other words than the first.
 */
const PREFIXES: readonly (readonly [part: RegExp, prefixes: Prefixes])[] = [
  [/nomic-embed-text/, { document: "search_document: ", query: "search_query: " }],
  [/arctic-embed(?:2|-[lm]-v2)/, { document: "", query: "query: " }],
  [/arctic-embed/, { document: "", query: SENTENCE }],
  [/(?:^|[/_-])(?:multilingual-)?e5(?:[:_-]|$)/, { document: "passage: ", query: "query: " }],
  [/bge-(?:small|base|large)-zh/, {
    document: "",
    query: "为这个句子生成表示以用于检索相关文章：",
  }],
  [/bge-(?:small|base|large)/, { document: "", query: SENTENCE }],
  [/mxbai-embed/, { document: "", query: SENTENCE }],
  [/embedding-?gemma/, {
    document: "title: none | text: ",
    query: "task: search result | query: ",
  }],
  [/qwen3-embedding/, {
    document: "",
    query:
      "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:",
  }],
];

/** What a repository is about, without counts and dates, which have no meaning to compare. */
export function textToEmbed({ fullName, description, language, topics }: Repository): string {
  const name = fullName.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/[/_.-]+/g, " ");
  return [name, description, language, topics.join(", ")].filter(Boolean).join(". ");
}

/** The prefixes that a model was trained with; empty for most. */
export function prefixesFor(model: string): Prefixes {
  const name = model.toLowerCase();
  const found = PREFIXES.find(([part]) => part.test(name));
  return found?.[1] ?? { document: "", query: "" };
}
