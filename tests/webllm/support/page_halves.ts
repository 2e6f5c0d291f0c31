// Copyright 2026 the Rivulet authors. MIT license.

import type { Question } from "./page.ts";

/** What the script of the test page makes of a text with so many words: its marks are 1 and 2. */
function vectorOf(words: number): number[] {
  const values = [words + 2, 1, 2];
  return [...Float32Array.from(values, (value) => value / Math.hypot(...values))];
}

/** The halves of the library on the test page, in one form for what both do alike. */
interface PageHalf {
  /** What the page does, for titles of tests. */
  readonly verb: string;
  readonly question: Pick<Question, "model" | "texts">;
  /** An id that is in no list, and how the nearest id of the engine's own list begins. */
  readonly unknown: { readonly id: string; readonly similar: string };
  readonly result: { readonly tokens: string[]; readonly vectors?: number[][] };
  /** The points at which the script can be held, and the tokens that came before. */
  readonly points: Readonly<Record<string, string[]>>;
}

export const chat: PageHalf = {
  verb: "answers",
  question: { model: "m-q4f32" },
  unknown: { id: "llama-3.2-1b-instruct-q4f32", similar: "Llama-3.2-1B-Instruct-q4f32_1-MLC" },
  result: { tokens: ["Hello", " world"] },
  points: { shaders: [], prefill: [], decode: ["Hello"] },
};

export const embedding: PageHalf = {
  verb: "embeds",
  question: { model: "e-q0f32", texts: ["a", "a a a", "", "a a"] },
  unknown: { id: "snowflake-arctic-embed-s", similar: "snowflake-arctic-embed-s-q0f32-MLC-b" },
  result: { tokens: [], vectors: [1, 3, 0, 2].map(vectorOf) },
  points: { embed: [] },
};

export const pageHalves: readonly PageHalf[] = [chat, embedding];
