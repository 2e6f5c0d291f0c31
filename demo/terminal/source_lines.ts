// Copyright 2026 the Rivulet authors. MIT license.

import { pageOf } from "../stars/repository.ts";
import { widthOf } from "./fit.ts";
import type { Output } from "./output.ts";
import { plainLine } from "./plain_text.ts";
import type { Source } from "./report.ts";

/** The sources with their addresses, which are never broken, so that they can be copied. */
export function sourceLines(sources: readonly Source[], output: Output): string {
  const entries = sources.map(({ number, repository }) => ({
    start: `[${number}] `,
    name: plainLine(repository.fullName),
    page: plainLine(pageOf(repository)),
  }));
  const nameWidth = Math.max(...entries.map(({ name }) => name.length));
  const fits = entries.every(({ start, page }) =>
    widthOf(start + page) + nameWidth + 2 <= (output.width ?? Infinity)
  );
  return entries.map(({ start, name, page }) => {
    const gap = fits ? " ".repeat(nameWidth - name.length + 2) : `\n${" ".repeat(start.length)}`;
    return `${start}${output.link(name, page)}${gap}${output.style("dim", page)}\n`;
  }).join("");
}
