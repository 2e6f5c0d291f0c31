// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "./repository.ts";

export const EXPORT_FORMATS = [
  { id: "markdown", words: "Markdown", extension: "md", type: "text/markdown" },
  { id: "csv", words: "CSV", extension: "csv", type: "text/csv" },
  { id: "json", words: "JSON", extension: "json", type: "application/json" },
] as const;

export function exportRepositories(
  repositories: readonly Repository[],
  _format: "markdown" | "csv" | "json",
): Promise<string> {
  return Promise.resolve(JSON.stringify(repositories));
}
