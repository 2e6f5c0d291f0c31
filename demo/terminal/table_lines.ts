// Copyright 2026 the Rivulet authors. MIT license.

import { widthOf, wrapTo } from "./fit.ts";

const GAP = "  ";

/** No column is made narrower than this, unless its texts are. */
const MIN_WIDTH = 8;

/** The lines of a table in columns; texts are broken where a column is too narrow for them. */
export function tableLines(
  rows: readonly (readonly string[])[],
  widths: readonly number[],
): string[] {
  return rows.flatMap((row) => {
    const columns = row.map((text, place) => {
      const width = widths[place] ?? MIN_WIDTH;
      return { width, lines: wrapTo(text, width).split("\n") };
    });
    const height = Math.max(1, ...columns.map(({ lines }) => lines.length));
    return Array.from(
      { length: height },
      (_, line) =>
        columns.map(({ lines, width }) => padded(lines[line] ?? "", width)).join(GAP).trimEnd(),
    );
  });
}

/** As wide as the texts, and the widest made narrower until all fit. */
export function columnWidths(rows: readonly (readonly string[])[], width: number): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((text, place) => widths[place] = Math.max(1, widths[place] ?? 0, widthOf(text)));
  }
  const room = width - GAP.length * (widths.length - 1);
  const sumAt = (most: number) => widths.reduce((sum, one) => sum + Math.min(one, most), 0);
  let [least, most] = [MIN_WIDTH, Math.max(MIN_WIDTH, ...widths)];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (sumAt(middle) <= room) least = middle;
    else most = middle - 1;
  }
  let left = room - sumAt(least);
  // The last columns get what is left.
  return widths.reduceRight<number[]>((narrowed, one) => {
    const isWider = one > least && left-- > 0;
    return [Math.min(one, isWider ? least + 1 : least), ...narrowed];
  }, []);
}

function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}
