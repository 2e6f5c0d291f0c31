// Copyright 2026 the Rivulet authors. MIT license.

import { readQuery } from "../stars/query.ts";
import { questionText } from "../stars/question_text.ts";
import type { Collection, Repository } from "../stars/repository.ts";
import { ask, type AskRun } from "./ask.ts";
import { collect } from "./collect.ts";
import { nearest } from "./did_you_mean.ts";
import { EXIT } from "./exit.ts";
import { guard } from "./guard.ts";
import type { KeptFiles } from "./kept_files.ts";
import { LineReader } from "./line_reader.ts";
import { tellModels } from "./models.ts";
import { openMatch } from "./open_match.ts";
import { readUser } from "./option_values.ts";
import type { ChatOptions } from "./options.ts";
import type { Report } from "./report.ts";
import { askForHosts, prepareFolder } from "./run.ts";
import { createLookUp } from "./server_looks.ts";
import { SESSION_COMMANDS, SESSION_HELP } from "./session_help.ts";
import { sourceLines } from "./source_lines.ts";
import { onInterrupt } from "./stop_signals.ts";
import type { Terminal } from "./terminal.ts";
import { checkKey } from "./with_target.ts";

/** What a session writes to, and what ends it. */
export interface SessionContext {
  readonly files: KeptFiles;
  readonly terminal: Terminal;
  readonly createReport: () => Report;
  readonly signal: AbortSignal;
}

/** Questions and answers, one after another, until the person ends it. Returns the exit code. */
export async function runSession(options: ChatOptions, context: SessionContext): Promise<number> {
  const session = new Session(options, context);
  const code = await session.start();
  if (code !== EXIT.ok) return code;
  // `deno task` hands on what the terminal has sent already: one that comes late ends nothing.
  using _interrupts = onInterrupt(() => {});
  const lines = new LineReader();
  for (;;) {
    const line = await lines.read("> ", context.signal);
    if (context.signal.aborted) return EXIT.stopped;
    if (line === undefined) return EXIT.ok;
    await session.take(questionText(line).trim());
  }
}

class Session {
  #options: ChatOptions;
  readonly #context: SessionContext;
  #collection: Collection | undefined;
  #matches: readonly Repository[] = [];

  constructor(options: ChatOptions, context: SessionContext) {
    this.#options = options;
    this.#context = context;
  }

  /** Reads what is searched. Returns the exit code. */
  async start(): Promise<number> {
    return await this.#do(async (run) => {
      await prepareFolder(this.#options, run);
      checkKey(this.#options);
      await askForHosts(this.#options);
      this.#collection = await collect(this.#options.user, run.files, run);
      const { title, repositories } = this.#collection;
      const count = repositories.length.toLocaleString("en");
      const turns = this.#options.turns.length;
      if (repositories.length === 0) {
        run.report.note(`${title} has no public stars, or the profile is private.`);
        return EXIT.noMatch;
      }
      const last = turns === 0 ? "" : ` It goes on from "${this.#options.turns.at(-1)!.question}".`;
      run.report.note(`${title}: ${count} repositories.${last} /help tells more, Ctrl+D ends.`);
      return EXIT.ok;
    });
  }

  async take(line: string): Promise<void> {
    if (line === "") return;
    const [, name, rest = ""] = /^\/([a-z]+)(?:\s+(\S.*))?$/.exec(line) ?? [];
    await this.#do((run) =>
      name === undefined ? this.#ask(line, run) : this.#obey(name, rest, run)
    );
  }

  async #ask(question: string, run: AskRun): Promise<number> {
    const asked: ChatOptions = { ...this.#options, question, typed: readQuery(question).typed };
    return await ask(asked, this.#collection!, {
      ...run,
      onMatches: (matches) => this.#matches = matches,
    });
  }

  async #obey(name: string, rest: string, run: AskRun): Promise<number> {
    const { report } = run;
    if (name === "open") return await this.#open(rest, run);
    if (name === "sources") return this.#tellSources();
    if (name === "new") return this.#forget(report);
    if (name === "help") report.note(SESSION_HELP);
    else if (name === "model") return await this.#setModel(rest, run);
    else if (name === "user") return await this.#setUser(rest, run);
    else {
      const meant = nearest(name, SESSION_COMMANDS);
      const way = meant === undefined ? "/help tells which there are." : `Did you mean /${meant}?`;
      report.note(`There is no /${name}. ${way}`);
    }
    return EXIT.ok;
  }

  async #open(rest: string, run: AskRun): Promise<number> {
    const number = Number(rest || 1);
    if (this.#matches.length > 0 && Number.isInteger(number) && number > 0) {
      return await openMatch(number, this.#matches, run);
    }
    run.report.note(
      this.#matches.length === 0 ? "Ask something first." : "Add the number of a match: /open 2",
    );
    return EXIT.ok;
  }

  /** All matches with their addresses: what the numbers of the last answer mean. */
  #tellSources(): number {
    const { err } = this.#context.terminal;
    const sources = this.#matches.map((repository, index) => ({ number: index + 1, repository }));
    err.write(sources.length === 0 ? "Ask something first.\n" : sourceLines(sources, err));
    return EXIT.ok;
  }

  #forget(report: Report): number {
    this.#options = { ...this.#options, turns: [] };
    this.#matches = [];
    report.note("The next question starts fresh.");
    return EXIT.ok;
  }

  async #setModel(model: string, run: AskRun): Promise<number> {
    if (model === "") return await tellModels(this.#options, run);
    this.#options = { ...this.#options, model, flags: { ...this.#options.flags, model } };
    run.report.note(`${model} answers from now on.`);
    return EXIT.ok;
  }

  async #setUser(name: string, run: AskRun): Promise<number> {
    const user = name === "" ? undefined : readUser(name);
    const collection = await collect(user, run.files, run);
    if (user !== undefined && collection.repositories.length === 0) {
      run.report.note(`@${user} has no public stars, or the profile is private.`);
      return EXIT.noMatch;
    }
    this.#collection = collection;
    const flags = { ...this.#options.flags, user };
    this.#options = { ...this.#options, user, flags, turns: [] };
    this.#matches = [];
    const count = collection.repositories.length.toLocaleString("en");
    run.report.note(`${collection.title}: ${count} repositories.`);
    return EXIT.ok;
  }

  /** Does one thing, which Ctrl+C stops. */
  async #do(work: (run: AskRun) => Promise<number> | number): Promise<number> {
    const { files, terminal: { out }, createReport, signal: all } = this.#context;
    const controller = new AbortController();
    const signal = AbortSignal.any([all, controller.signal]);
    using _interrupts = onInterrupt(() => controller.abort("SIGINT"));
    const report = createReport();
    const run: AskRun = {
      files,
      report,
      out,
      signal,
      lookUp: createLookUp(signal),
      onTurns: (turns) => this.#options = { ...this.#options, turns },
    };
    return await guard(run, async () => await work(run));
  }
}
