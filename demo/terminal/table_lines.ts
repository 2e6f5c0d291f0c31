// Copyright 2026 the Rivulet authors. MIT license.

import { widthOf, wrapTo } from "./fit.ts";

const GAP = "  ";

/** No column is made narrower than this, unless its texts are. */
const MIN_WIDTH = 8;

/** The lines of a table in columns; texts are broken where the table is wider than it may be. */
export function tableLines(rows: readonly (readonly string[])[], width: number): string[] {
  const widths = columnWidths(rows, width);
  return rows.flatMap((row) => {
    const cells = widths.map((columns, place) => wrapTo(row[place] ?? "", columns).split("\n"));
    const height = Math.max(...cells.map((lines) => lines.length));
    return Array.from(
      { length: height },
      (_, line) =>
        cells.map((lines, place) => padded(lines[line] ?? "", widths[place]!)).join(GAP).trimEnd(),
    );
  });
}

/** As wide as the texts, and the widest made narrower until all fit. */
function columnWidths(rows: readonly (readonly string[])[], width: number): number[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from(
    { length: count },
    (_, place) => Math.max(1, ...rows.map((row) => widthOf(row[place] ?? ""))),
  );
  const room = width - GAP.length * (count - 1);
  for (;;) {
    const sum = widths.reduce((total, one) => total + one, 0);
    const widest = Math.max(...widths);
    if (sum <= room || widest <= MIN_WIDTH) return widths;
    widths[widths.indexOf(widest)] = Math.max(MIN_WIDTH, widest - 1);
  }
}

function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}
