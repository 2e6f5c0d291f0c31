// Copyright 2026 the Rivulet authors. MIT license.

import type { Target } from "../engines/choose.ts";
import type { Explanation } from "../engines/explain.ts";
import { type Collection, pageOf, type Repository } from "../stars/repository.ts";
import type { Output } from "./output.ts";
import { plainJson } from "./plain_text.ts";
import type { AnswerSummary, ModelPlace, Report } from "./report.ts";

/** For programs: one JSON object a line on stdout, each with a `type`. */
export class JsonReport implements Report {
  readonly #output: Output;
  readonly #told = new Set<string>();

  constructor(output: Output) {
    this.#output = output;
  }

  collection({ title, repositories }: Collection, ranking: string): void {
    this.#line("collection", { title, count: repositories.length, ranking });
  }

  matches(matches: readonly Repository[]): void {
    matches.forEach((repository, index) => {
      this.#line("match", { number: index + 1, url: pageOf(repository), ...repository });
    });
  }

  searchWords(words: string): void {
    this.#line("words", { text: words });
  }

  wantsMatches(): void {}

  list({ repositories }: Collection): void {
    for (const repository of repositories) {
      this.#line("star", { url: pageOf(repository), ...repository });
    }
  }

  models({ provider, name, baseUrl, models }: ModelPlace): void {
    for (const { name: model, ...facts } of models) {
      this.#line("model", { provider, name, model, baseUrl, ...facts });
    }
  }

  target({ definition, name, model, baseUrl }: Target): void {
    this.#line("target", { provider: definition.id, name, model, baseUrl });
  }

  token(text: string): void {
    this.#line("token", { text });
  }

  summary({ finish, firstTokenMs, tokensPerSecond, sources }: AnswerSummary): void {
    this.#line("summary", {
      ...finish,
      firstTokenMs: rounded(firstTokenMs),
      tokensPerSecond: rounded(tokensPerSecond, 10),
      sources: sources.map(({ number }) => number),
    });
  }

  progress(subject: string, text: string): void {
    if (this.#told.has(subject)) return;
    this.#told.add(subject);
    this.note(text);
  }

  note(text: string): void {
    this.#line("note", { text });
  }

  failure(explanation: Explanation): void {
    this.#line("failure", { ...explanation });
  }

  stopped(): void {
    this.note("Stopped.");
  }

  end(): void {}

  #line(type: string, fields: Record<string, unknown>): void {
    this.#output.write(`${plainJson({ type, ...fields })}\n`);
  }
}

function rounded(value: number | undefined, parts = 1): number | undefined {
  return value === undefined ? undefined : Math.round(value * parts) / parts;
}
