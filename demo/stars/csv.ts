// Copyright 2026 the Rivulet authors. MIT license.

/** A spreadsheet takes what starts so for something to calculate, full-width signs as well. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/** A field with one of these stands in quotes. */
const SPECIAL = /[",\r\n]/;

/** The rows as CSV in which every field is only text: a formula gets an apostrophe before it. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((fields) => `${fields.map(toField).join(",")}\n`).join("");
}

function toField(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
