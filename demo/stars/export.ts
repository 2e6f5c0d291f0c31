// Copyright 2026 the Rivulet authors. MIT license.

import { plainJson } from "./plain_json.ts";
import { pageOf, type Repository } from "./repository.ts";
import { shownLine } from "./shown_text.ts";

/** How repositories are written for another program. */
export type ExportFormat = "md" | "csv" | "json";

/** The formats to offer. */
export const EXPORT_FORMATS: readonly {
  readonly id: ExportFormat;
  readonly words: string;
  readonly extension: string;
  readonly type: string;
}[] = [
  { id: "md", words: "Markdown", extension: "md", type: "text/markdown" },
  { id: "csv", words: "CSV", extension: "csv", type: "text/csv" },
  { id: "json", words: "JSON", extension: "json", type: "application/json" },
];

/** The repositories as a document for another program. */
export async function exportRepositories(
  repositories: readonly Repository[],
  format: ExportFormat,
): Promise<string> {
  const entries = repositories.map((repository) => ({
    ...repository,
    url: pageOf(repository),
  }));
  if (format === "json") return `[\n${entries.map(plainJson).join(",\n")}\n]\n`;
  if (format === "csv") return await toCsv(entries);
  return entries.map(toMarkdown).join("");
}

type Entry = Repository & { readonly url: string };

function toMarkdown({ fullName, url, description }: Entry): string {
  const about = shownLine(description).replace(/[\\`*_{}[\]<>#|!]/g, "\\$&");
  const link = `[${fullName.replace(/[\\_*[\]]/g, "\\$&")}](${url})`;
  return about === "" ? `- ${link}\n` : `- ${link}: ${about}\n`;
}

const COLUMNS = [
  "fullName",
  "url",
  "description",
  "language",
  "topics",
  "license",
  "stars",
  "archived",
  "pushedAt",
  "starredAt",
] as const satisfies readonly (keyof Entry)[];

async function toCsv(entries: readonly Entry[]): Promise<string> {
  // Only this way of writing needs it.
  const { stringify } = await import("csv-stringify/sync");
  const rows = entries.map((entry) => ({
    ...entry,
    description: shownLine(entry.description),
    language: shownLine(entry.language ?? ""),
    topics: shownLine(entry.topics.join(" ")),
    license: shownLine(entry.license ?? ""),
    archived: String(entry.archived),
    pushedAt: shownLine(entry.pushedAt ?? ""),
    starredAt: shownLine(entry.starredAt ?? ""),
  }));
  // A description that starts like a formula would be one in a spreadsheet.
  return stringify(rows, { header: true, columns: [...COLUMNS], escape_formulas: true });
}
