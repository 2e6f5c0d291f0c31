// Copyright 2026 the Rivulet authors. MIT license.

import type { Target } from "../engines/choose.ts";
import type { Explanation } from "../engines/explain.ts";
import { hostOf } from "../engines/host.ts";
import { whyCut } from "../engines/why_cut.ts";
import { speedOf, tokensOf } from "../engines/speed.ts";
import type { Collection, Repository } from "../stars/repository.ts";
import { AnswerText } from "./answer_text.ts";
import { wrapTo } from "./fit.ts";
import { matchLines } from "./match_lines.ts";
import { modelLines } from "./model_lines.ts";
import type { Output } from "./output.ts";
import { plainLine, plainText } from "./plain_text.ts";
import type { AnswerSummary, ModelPlace, Report } from "./report.ts";
import { sourceLines } from "./source_lines.ts";
import { StatusLine } from "./status_line.ts";
import type { Terminal } from "./terminal.ts";

/** Characters of what a server says: more is no sentence. */
const MAX_WORDS = 1000;

/**
 * For people: the answer goes to stdout and everything else to stderr, so that pipes stay clean.
 */
export class TextReport implements Report {
  readonly #terminal: Terminal;
  #matchesOut: Output;
  readonly #status: StatusLine;
  readonly #shown = new Set<string>();
  #lastNames = "";
  #answer: AnswerText | undefined;

  /** With `matchesOnly` the matches are the answer. */
  constructor(terminal: Terminal, { matchesOnly }: { matchesOnly: boolean }) {
    this.#terminal = terminal;
    this.#matchesOut = matchesOnly ? terminal.out : terminal.err;
    this.#status = new StatusLine(terminal.err);
  }

  collection({ title, repositories, countsAsOf }: Collection, ranking: string): void {
    const counts = countsAsOf === undefined ? "" : `, star counts of ${countsAsOf}`;
    const count = repositories.length.toLocaleString("en");
    const noun = repositories.length === 1 ? "repository" : "repositories";
    this.#line(`${title}: ${count} ${noun}${counts}   ranking: ${ranking}`, "dim");
  }

  matches(matches: readonly Repository[]): void {
    const names = matches.map(({ fullName }) => fullName).join(" ");
    if (names === this.#lastNames) return;
    this.#lastNames = names;
    this.#status.clear();
    this.#matchesOut.write(matchLines({ matches, known: this.#shown }, this.#matchesOut));
    for (const { fullName } of matches) this.#shown.add(fullName);
  }

  searchWords(words: string): void {
    this.#line(`Searching for: ${words}`);
  }

  wantsMatches(): void {
    this.#matchesOut = this.#terminal.out;
  }

  models(place: ModelPlace): void {
    this.#status.clear();
    this.#terminal.out.write(modelLines(place));
  }

  list({ repositories }: Collection): void {
    this.#status.clear();
    this.#terminal.out.write(matchLines({ matches: repositories }, this.#terminal.out));
  }

  target({ name, model, baseUrl }: Target): void {
    const place = baseUrl === "" ? "in this program" : `at ${hostOf(baseUrl)}`;
    this.#line(`${name.toLowerCase()} ${plainLine(model)} ${place}`, "dim");
    this.#line("");
  }

  token(text: string): void {
    this.#status.clear();
    this.#answer ??= new AnswerText(this.#terminal.out);
    this.#answer.push(text);
  }

  summary({ finish, firstTokenMs, tokensPerSecond, sources }: AnswerSummary): void {
    this.#endAnswer();
    if (firstTokenMs === undefined) return this.#line("The model returned nothing.");
    const count = tokensOf(finish);
    // A server that does not count may send several tokens as one piece.
    const about = finish.usage?.completionTokens ? "" : "about ";
    const figures = [
      `first word ${(firstTokenMs / 1000).toFixed(1)} s`,
      tokensPerSecond !== undefined && about + speedOf(tokensPerSecond),
      `${about}${count} ${count === 1 ? "token" : "tokens"}`,
    ];
    this.#line("");
    if (sources.length > 0) {
      this.#terminal.err.write(`${sourceLines(sources, this.#terminal.err)}\n`);
    }
    this.#line(figures.filter(Boolean).join(", "), "dim");
    const cut = whyCut(finish);
    if (cut !== undefined) this.#line(cut);
  }

  progress(subject: string, text: string): void {
    // An answer that is being written must not be torn apart where both are on one screen.
    if (this.#terminal.err.isTerminal) this.#answer?.stepAside();
    this.#status.show(subject, plainLine(text));
  }

  note(text: string): void {
    this.#endAnswer();
    this.#line(shorten(text));
  }

  failure({ message, fix, serverWords, engineWords }: Explanation): void {
    this.#endAnswer();
    const said = shorten(message);
    this.#line(fix === undefined ? said : `${said} ${fix}`);
    if (serverWords !== undefined) this.#line(`The server says: ${shorten(serverWords)}`);
    if (engineWords !== undefined) this.#line(`The engine says: ${shorten(engineWords)}`);
  }

  stopped(): void {
    // The terminal has written the key that was pressed.
    if (this.#answer === undefined) this.#status.erase();
    this.note("Stopped.");
  }

  end(): void {
    this.#endAnswer();
    this.#status.clear();
  }

  #endAnswer(): void {
    this.#status.clear();
    this.#answer?.end();
    this.#answer = undefined;
  }

  #line(text: string, style?: "dim"): void {
    const { err } = this.#terminal;
    this.#status.clear();
    // Every one: the names of models and the reasons of failures are a server's words.
    const wrapped = wrapTo(plainText(text), err.width);
    err.write(`${style === undefined ? wrapped : err.style(style, wrapped)}\n`);
  }
}

/** The words of a server can fill the screen with whatever it likes. */
function shorten(words: string): string {
  const left = words.length - MAX_WORDS;
  return left <= 0
    ? words
    : `${words.slice(0, MAX_WORDS)}… (${left.toLocaleString("en")} more characters, with --json)`;
}
