// Copyright 2026 the Rivulet authors. MIT license.

import { Cell } from "../cell.ts";
import { type Filters, NO_FILTERS } from "../../stars/filters.ts";
import type { QuestionMeaning } from "./messages.ts";
import type { Matches, Searcher } from "./searcher.ts";

/**
 * Typing pauses this long before a question becomes a vector: a local server works for each one.
 */
const VECTOR_PAUSE_MS = 300;

/**
 * Turns a question into a vector; undefined where there are no meanings to compare with, "missing"
 * where there are but no vector can be had.
 */
export type QuestionEmbedder = (question: string) => Promise<QuestionMeaning>;

/** Keeps the matches in step with the question, the filters and the list. */
export class LiveSearch {
  readonly matches: Cell<Matches | undefined> = new Cell<Matches | undefined>(undefined);
  readonly #searcher: Searcher;
  readonly #embed: QuestionEmbedder;
  #question = "";
  #filters: Filters = NO_FILTERS;
  #vector: { question: string; values: Float32Array | "missing" } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  #isStale = false;

  constructor(searcher: Searcher, embed: QuestionEmbedder) {
    this.#searcher = searcher;
    this.#embed = embed;
    searcher.indexed.watch(({ count }) => count > 0 && this.refresh());
  }

  get filters(): Filters {
    return this.#filters;
  }

  setFilters(filters: Filters): void {
    this.#filters = filters;
    this.refresh();
  }

  /** Words at once, meanings after a pause in typing. */
  setQuestion(question: string): void {
    if (question === this.#question) return;
    this.#question = question;
    this.refresh();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#addVector(question), VECTOR_PAUSE_MS);
  }

  /** The list or its vectors have changed. */
  refresh(): void {
    this.#isStale = true;
    this.#running ??= this.#run();
  }

  /** The vectors belong to another model or list now. */
  forgetVector(): void {
    this.#vector = undefined;
    this.#addVector(this.#question);
  }

  /** The matches of this very question, with all that can be known of them. */
  async settle(question: string): Promise<Matches> {
    clearTimeout(this.#timer);
    this.#question = question;
    await this.#addVector(question);
    this.refresh();
    while (this.#running !== undefined) await this.#running;
    return this.matches.get()!;
  }

  async #addVector(question: string): Promise<void> {
    const isKnown = this.#vector?.question === question && this.#vector.values !== "missing";
    if (question === "" || isKnown) return;
    const values = await this.#embed(question);
    if (values === undefined || question !== this.#question) return;
    this.#vector = { question, values };
    this.refresh();
  }

  /** One search at a time, always for the newest question: fast typing skips the ones between. */
  async #run(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      const question = this.#question;
      const meaning = this.#vector?.question === question ? this.#vector.values : undefined;
      const matches = await this.#searcher.search(question, { filters: this.#filters, meaning });
      this.matches.set(matches);
    }
    this.#running = undefined;
  }
}
