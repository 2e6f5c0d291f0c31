// Copyright 2026 the Rivulet authors. MIT license.

// The words and places of the page that the walk goes by.

import type { Find } from "./walker.ts";

const button = (text: string): Find => ({ css: "button", text });

export const QUESTION = "#question";
export const MATCH = ".card";
export const MATCH_NAME = ".card .name";
export const CITATION = ".citation";
export const ANSWER = ".answer-text";

export const words = {
  match: { css: MATCH },
  starsChip: { css: "#stars-chip" },
  userName: { css: "dialog[open] [name=user]" },
  loadStars: { css: "dialog[open] button", text: "^Load stars$" },
  cancel: button("^Cancel$"),
  cancelled: { css: "body", text: "Cancelled: [\\d,]+ of about 1,900 stars are here" },
  ready: { css: ".figures", text: "llama3\\.1:8b on Ollama" },
  showFigures: { css: ".figures button" },
  figures: { css: ".figures", text: "llama3\\.1:8b on Ollama · first word \\d+\\.\\d s" },
  cited: { css: ".card.cited" },
  backToAnswer: button("^Back to answer$"),
  submit: { css: "#submit" },
  stop: { css: "#submit", text: "^Stop$" },
  stopped: { css: "body", text: "Stopped after 3 words\\." },
  newQuestion: button("^New question$"),
  answerTitle: { css: "#answer-title" },
  askAgain: button("^Ask again$"),
  engineChip: { css: "#engine-chip" },
  dialog: { css: "dialog[open]" },
  status: "#status",
  /** What a screen reader is told. */
  finished: "^Answer finished: \\d+ words, 2 sources\\.$",
} satisfies Record<string, Find | string>;

/** How far loading has come. */
export const loading: Find = { css: "body", text: "Reading @ana's stars: [2-9]00 of about 1,900" };

/** What Tab reaches first: a way past the head, and then these, by id. */
export const SKIP = /^Skip to /;
export const FIRST_STOPS = [
  "stars-chip",
  "engine-chip",
  "privacy-chip",
  "More",
  "welcome-name",
  "Load stars",
  "question",
  "submit",
];
