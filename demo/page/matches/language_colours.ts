// Copyright 2026 the Rivulet authors. MIT license.

/** The colours of languages, as people know them from GitHub. */
const COLOURS: ReadonlyMap<string, string> = new Map([
  ["C", "#555"],
  ["C#", "#178600"],
  ["C++", "#f34b7d"],
  ["Go", "#00add8"],
  ["HTML", "#e34c26"],
  ["Java", "#b07219"],
  ["JavaScript", "#f1e05a"],
  ["Kotlin", "#a97bff"],
  ["PHP", "#4f5d95"],
  ["Python", "#3572a5"],
  ["Ruby", "#701516"],
  ["Rust", "#dea584"],
  ["Shell", "#89e051"],
  ["Swift", "#f05138"],
  ["TypeScript", "#3178c6"],
]);

/** The colour of a language; one that is not known here has the colour of the words. */
export function languageColour(language: string): string {
  return COLOURS.get(language) ?? "currentColor";
}
