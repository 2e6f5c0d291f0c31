// Copyright 2026 the Rivulet authors. MIT license.

import { citedSources } from "../../stars/citations.ts";
import { pageOf, type Repository } from "../../stars/repository.ts";

/** The answer as Markdown in which each `[n]` is a link to its source. */
export function toMarkdown(text: string, matches: readonly Repository[]): string {
  const sources = citedSources(text, matches).map((number) => {
    const repository = matches[number - 1]!;
    return `[${number}]: ${pageOf(repository)} "${repository.fullName}"`;
  });
  const single = text.trim().replace(
    /\[(\d+(?:\s*,\s*\d+)+)\]/g,
    (_, list: string) => list.split(",").map((number) => `[${number.trim()}]`).join(""),
  );
  return sources.length === 0 ? single : `${single}\n\n${sources.join("\n")}`;
}

/** Copies a text; resolves with whether the browser allowed it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
