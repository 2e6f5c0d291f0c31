// Copyright 2026 the Rivulet authors. MIT license.

import type { Engine } from "../engines/choose.ts";
import type { Explanation } from "../engines/explain.ts";
import { type Collection, pageOf, type Repository } from "../stars/repository.ts";
import type { AnswerSummary, Report } from "./report.ts";
import type { Terminal } from "./terminal.ts";

/** For programs: one JSON object a line on stdout, each with a `type`. */
export class JsonReport implements Report {
  readonly #terminal: Terminal;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  collection({ title, repositories }: Collection, ranking: string): void {
    this.#line("collection", { title, count: repositories.length, ranking });
  }

  matches(matches: readonly Repository[]): void {
    matches.forEach((repository, index) => {
      this.#line("match", { number: index + 1, url: pageOf(repository), ...repository });
    });
  }

  engine({ definition, name, model, baseUrl }: Engine): void {
    this.#line("engine", { provider: definition.id, name, model, baseUrl });
  }

  token(text: string): void {
    this.#line("token", { text });
  }

  summary({ finish, ...figures }: AnswerSummary): void {
    this.#line("summary", { ...finish, ...figures });
  }

  note(text: string): void {
    this.#line("note", { text });
  }

  failure(explanation: Explanation): void {
    this.#line("failure", { ...explanation });
  }

  #line(type: string, fields: Record<string, unknown>): void {
    this.#terminal.out(`${JSON.stringify({ type, ...fields })}\n`);
  }
}
