// Copyright 2026 the Rivulet authors. MIT license.

import { cleanText } from "../stars/clean_text.ts";
import { pageOf, type Repository } from "../stars/repository.ts";
import { month, shortCount } from "../stars/brief.ts";
import { cutToWidth, widthOf } from "./fit.ts";
import type { Output } from "./output.ts";
import { plainLine } from "./plain_text.ts";

/** A numbered list of repositories. */
export interface MatchList {
  readonly matches: readonly Repository[];
  /** Those that the reader knows already. */
  readonly known?: ReadonlySet<string>;
}

/** The list as it suits an output: two lines each on a terminal, one line each elsewhere. */
export function matchLines({ matches, known = new Set() }: MatchList, output: Output): string {
  const digits = Math.max(3, String(matches.length).length);
  const nameWidth = matches.reduce((width, { fullName }) => Math.max(width, fullName.length), 0);
  return matches.map((repository, index) => {
    const number = String(index + 1).padStart(digits);
    if (output.width === undefined) return plainEntry(repository, number, nameWidth);
    const lines = [headLines(repository, number, output)];
    const description = cleanText(repository.description);
    if (!known.has(repository.fullName) && description !== "") {
      lines.push(indent(digits) + cutToWidth(description, output.width - digits - 2));
    }
    return `${lines.join("\n")}\n`;
  }).join("");
}

function plainEntry(repository: Repository, number: string, nameWidth: number): string {
  const name = plainLine(repository.fullName).padEnd(nameWidth);
  const parts = [number, name, factsOf(repository), cleanText(repository.description)];
  return `${parts.join("  ").trimEnd()}\n`;
}

/** Name and facts on one line where they fit. */
function headLines(repository: Repository, number: string, output: Output): string {
  const name = plainLine(repository.fullName);
  const facts = factsOf(repository);
  const linked = output.link(output.style("bold", name), pageOf(repository));
  const fits = widthOf(`${number}  ${name}  ${facts}`) <= output.width!;
  const gap = fits ? "  " : `\n${indent(number.length)}`;
  return `${number}  ${linked}${gap}${output.style("dim", facts)}`;
}

function indent(digits: number): string {
  return " ".repeat(digits + 2);
}

function factsOf({ language, pushedAt, stars, archived }: Repository): string {
  const facts = [
    language,
    pushedAt === undefined ? `${shortCount(stars)} stars` : `pushed ${month(pushedAt)}`,
    archived && "archived",
  ];
  return plainLine(facts.filter(Boolean).join(", "));
}
