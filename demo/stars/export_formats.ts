// Copyright 2026 the Rivulet authors. MIT license.

/** How repositories are written for another program. */
export type ExportFormat = "md" | "csv" | "json";

/** What is to be known of a format before anything is written in it. */
export interface ExportDocument {
  readonly id: ExportFormat;
  readonly words: string;
  readonly extension: string;
  readonly type: string;
}

/** The formats to offer. */
export const EXPORT_FORMATS: readonly ExportDocument[] = [
  { id: "md", words: "Markdown", extension: "md", type: "text/markdown" },
  { id: "csv", words: "CSV", extension: "csv", type: "text/csv" },
  { id: "json", words: "JSON", extension: "json", type: "application/json" },
];
