// Copyright 2026 the Rivulet authors. MIT license.

import type { Collection } from "./repository.ts";
import sample from "./sample.json" with { type: "json" };

/** Well-known repositories, to search without an account. Star counts are rounded to two digits. */
export const sampleCollection: Collection = {
  title: "Sample",
  countsAsOf: sample.countsAsOf,
  repositories: sample.repositories.map((entry) => ({
    fullName: entry.full_name,
    description: entry.description,
    ...(entry.language === null ? {} : { language: entry.language }),
    topics: entry.topics,
    ...(entry.license === null ? {} : { license: entry.license }),
    stars: entry.stargazers_count,
    archived: entry.archived,
  })),
};

/**
 * What the sample is searched for until something is typed, with what it has for it, best first:
 * that is shown while the search still starts. A test compares it with the search.
 */
export const sampleExample: { readonly question: string; readonly matches: readonly string[] } = {
  question: "Search code and files from the terminal",
  matches: [
    "sharkdp/fd",
    "junegunn/fzf",
    "BurntSushi/ripgrep",
    "prettier/prettier",
    "sxyazi/yazi",
    "asciinema/asciinema",
    "sharkdp/bat",
    "alacritty/alacritty",
  ],
};
