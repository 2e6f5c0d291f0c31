// Copyright 2026 the Rivulet authors. MIT license.

import type { Engine } from "../engines/choose.ts";
import { type Explanation, hostOf } from "../engines/explain.ts";
import { whyCut } from "../engines/why_cut.ts";
import type { Collection, Repository } from "../stars/repository.ts";
import { month, shortCount } from "../stars/snippet.ts";
import type { AnswerSummary, Report } from "./report.ts";
import type { Terminal } from "./terminal.ts";

/**
 * For people: the answer goes to stdout and everything else to stderr, so that pipes stay clean.
 */
export class TextReport implements Report {
  readonly #terminal: Terminal;
  readonly #matchesOut: (text: string) => void;
  #answerOpen = false;

  /** With `matchesOnly` the matches are the answer. */
  constructor(terminal: Terminal, { matchesOnly }: { matchesOnly: boolean }) {
    this.#terminal = terminal;
    this.#matchesOut = matchesOnly ? terminal.out : terminal.err;
  }

  collection({ title, repositories, countsAsOf }: Collection, ranking: string): void {
    const counts = countsAsOf === undefined ? "" : `, star counts of ${countsAsOf}`;
    const count = repositories.length.toLocaleString("en");
    this.#line(this.#dim(`${title}: ${count} repositories${counts}   ranking: ${ranking}`));
  }

  matches(matches: readonly Repository[]): void {
    const width = Math.max(...matches.map(({ fullName }) => fullName.length));
    matches.forEach((repository, index) => {
      const number = String(index + 1).padStart(3);
      this.#matchesOut(
        `${number}  ${repository.fullName.padEnd(width)}  ${describe(repository)}\n`,
      );
    });
  }

  engine({ name, model, baseUrl }: Engine): void {
    const place = baseUrl === "" ? "in this program" : `at ${hostOf(baseUrl)}`;
    this.#line(this.#dim(`${name.toLowerCase()} ${model} ${place}`));
    this.#line("");
  }

  token(text: string): void {
    this.#answerOpen = true;
    this.#terminal.out(text);
  }

  summary({ finish, firstTokenMs, tokensPerSecond, sources }: AnswerSummary): void {
    this.#endAnswer();
    if (firstTokenMs === undefined) return this.#line("The model returned nothing.");
    const figures = [
      `first word ${(firstTokenMs / 1000).toFixed(1)} s`,
      tokensPerSecond !== undefined && `${Math.round(tokensPerSecond)} tok/s`,
      `${finish.tokenCount} ${finish.tokenCount === 1 ? "token" : "tokens"}`,
      sources.length > 0 && `sources ${sources.join(" ")}`,
    ];
    this.#line("");
    this.#line(this.#dim(figures.filter(Boolean).join(", ")));
    const cut = whyCut(finish);
    if (cut !== undefined) this.#line(cut);
  }

  note(text: string): void {
    this.#endAnswer();
    this.#line(text);
  }

  failure({ message, fix, serverWords }: Explanation): void {
    this.#endAnswer();
    this.#line(fix === undefined ? message : `${message} ${fix}`);
    if (serverWords !== undefined) this.#line(`The server says: ${serverWords}`);
  }

  /** The answer ends with a line end, whatever comes next. */
  #endAnswer(): void {
    if (this.#answerOpen) this.#terminal.out("\n");
    this.#answerOpen = false;
  }

  #line(text: string): void {
    this.#terminal.err(`${text}\n`);
  }

  #dim(text: string): string {
    return this.#terminal.colour ? `\x1b[2m${text}\x1b[22m` : text;
  }
}

function describe({ language, pushedAt, stars, archived }: Repository): string {
  const facts = [
    language,
    pushedAt === undefined ? `${shortCount(stars)} stars` : `pushed ${month(pushedAt)}`,
    archived && "archived",
  ];
  return facts.filter(Boolean).join(", ");
}
