// Copyright 2026 the Rivulet authors. MIT license.

import type { ExportFormat } from "./export_formats.ts";
import { plainJson } from "./plain_json.ts";
import { pageOf, type Repository } from "./repository.ts";
import { shownLine } from "./shown_text.ts";

/** The repositories as a document for another program. */
export function exportRepositories(
  repositories: readonly Repository[],
  format: ExportFormat,
): string {
  const entries = repositories.map((repository) => ({
    ...repository,
    url: pageOf(repository),
  }));
  if (format === "json") return `[\n${entries.map(plainJson).join(",\n")}\n]\n`;
  if (format === "csv") return toCsv(entries);
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

/**
 * Fields as RFC 4180 has them. The package that did this needs Node, and for a browser as much code as
 * a sixth of the page.
 */
function toCsv(entries: readonly Entry[]): string {
  const rows = entries.map((entry) =>
    COLUMNS.map((column) => csvField(shownLine([entry[column] ?? ""].flat().join(" "))))
  );
  return [COLUMNS, ...rows].map((row) => `${row.join(",")}\n`).join("");
}

function csvField(text: string): string {
  // A description that starts like a formula would be one in a spreadsheet.
  const field = /^[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
