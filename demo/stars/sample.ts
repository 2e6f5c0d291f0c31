// Copyright 2026 the Rivulet authors. MIT license.

import type { Collection } from "./repository.ts";
import sample from "./sample.json" with { type: "json" };

/** A repository as the sample keeps it: without names for the fields, since every visit loads it. */
type Row = [
  fullName: string,
  description: string,
  language: string,
  topics: string,
  license: string,
  stars: number,
  archived?: "archived",
];

/** Well-known repositories, to search without an account. Star counts are rounded to two digits. */
export const sampleCollection: Collection = {
  title: "Sample",
  countsAsOf: sample.countsAsOf,
  repositories: (sample.repositories as Row[]).map((
    [fullName, description, language, topics, license, stars, archived],
  ) => ({
    fullName,
    description,
    ...(language === "" ? {} : { language }),
    topics: topics === "" ? [] : topics.split(" "),
    ...(license === "" ? {} : { license }),
    stars,
    archived: archived !== undefined,
  })),
};

/**
 * What the sample is searched for until something is typed, with what it has for it, best first:
 * that is shown until the search has started. A test compares it with the search.
 */
export const sampleExample: {
  readonly question: string;
  readonly matches: readonly string[];
  /** The words to mark in each of them. */
  readonly terms: readonly string[];
  readonly total: number;
} = {
  question: "Search code and files from the terminal",
  total: 11,
  matches: [
    "sharkdp/fd",
    "junegunn/fzf",
    "BurntSushi/ripgrep",
    "prettier/prettier",
    "sxyazi/yazi",
    "sharkdp/bat",
    "asciinema/asciinema",
    "alacritty/alacritty",
  ],
  terms: [
    "search files filesystem terminal",
    "search files terminal",
    "search searches code terminal",
    "code files",
    "file terminal",
    "files terminal",
    "files terminal",
    "file terminal",
  ],
};

/**
 * What a model has answered about the sample, to the letter: a real run at temperature 0, on a
 * computer without a graphics card.
 */
export const sampleAnswer: {
  readonly question: string;
  readonly by: string;
  /** The rest of what ran it, and when. */
  readonly how: string;
  /** The names of what it was given, in order. */
  readonly sources: readonly string[];
  readonly text: string;
} = {
  question: "fast way to search code from the terminal",
  by: "Qwen2.5-Coder 1.5B without a graphics card",
  how: "Instruct, Q4_K_M, on llama.cpp, 2026-11-29.",
  sources: ["BurntSushi/ripgrep", "junegunn/fzf", "sharkdp/fd", "microsoft/vscode"],
  text: "[1] Ripgrep is a fast and efficient way to search code from the terminal, skipping what " +
    "gitignore lists. It is written in Rust and is licensed under the Unlicense.\n" +
    "[2] Fzf is an interactive fuzzy picker for the terminal that filters files, shell history or " +
    "any list of lines as you type. It is written in Go and is licensed under the MIT license.",
};
