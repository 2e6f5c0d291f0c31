// Copyright 2026 the Rivulet authors. MIT license.

import type { ExportFormat } from "./export_formats.ts";
import { plainJson } from "./plain_json.ts";
import { pageOf, type Repository } from "./repository.ts";
import { shownLine } from "./shown_text.ts";

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
  const rows = entries.map((entry) =>
    COLUMNS.map((column) => shownLine([entry[column] ?? ""].flat().join(" ")))
  );
  // A description that starts like a formula would be one in a spreadsheet.
  return stringify([COLUMNS, ...rows], { escape_formulas: true });
}
