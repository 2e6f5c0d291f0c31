// Copyright 2026 the Rivulet authors. MIT license.

import { effect } from "@preact/signals";
import { MATCH_COUNT, type State } from "../state/state.ts";
import type { QuestionMeaning } from "./messages.ts";
import type { Matches } from "./matches.ts";
import type { SearchClient } from "./search_client.ts";

/**
 * Typing pauses this long before a question becomes a vector: a local server works for each one.
 */
const VECTOR_PAUSE_MS = 300;

/** An index that takes longer is searched as far as it is. */
const INDEX_MS = 5000;

/**
 * Turns a question into a vector; undefined where there are no meanings to compare with, "missing"
 * where there are but no vector can be had.
 */
export type QuestionEmbedder = (question: string) => Promise<QuestionMeaning>;

/** Keeps the matches in step with what stands in the box, the filters and the list. */
export class LiveSearch {
  readonly #state: State;
  readonly #client: Pick<SearchClient, "search">;
  readonly #embed: QuestionEmbedder;
  #vector: { question: string; values: Float32Array | "missing" } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  #isStale = false;
  #question: string | undefined;

  constructor(state: State, client: Pick<SearchClient, "search">, embed: QuestionEmbedder) {
    this.#state = state;
    this.#client = client;
    this.#embed = embed;
  }

  /** Follows the state from now on; gives back what ends that. */
  start(): () => void {
    return effect(() => {
      const { searched, filters, sort, limit } = this.#state;
      const question = searched.value;
      // What is read here is followed.
      filters.value, sort.value, limit.value;
      this.refresh();
      if (question !== this.#question) this.#wantVector(question);
      this.#question = question;
    });
  }

  /** The list has changed. */
  refresh(): void {
    // Before there is anything in the index, nothing can be said of what it holds.
    const { count, isComplete } = this.#state.indexed.peek();
    if (count === 0 && !isComplete) return;
    this.#isStale = true;
    this.#running ??= this.#run();
  }

  /** The vectors belong to another model or list now. */
  forgetVector(): void {
    this.#vector = undefined;
    void this.#addVector(this.#state.searched.peek());
  }

  /**
   * What a model is to read for this very question, with all that can be known: the best, without
   * what the person leaves out. Rejects where the search is broken.
   */
  async settle(question: string): Promise<Matches> {
    await this.#addVector(question);
    await this.#whole();
    const leftOut = this.#state.leftOut.peek();
    const found = await this.#client.search({
      question,
      filters: this.#state.filters.peek(),
      sort: "best",
      meaning: this.#meaningOf(question),
      limit: MATCH_COUNT + leftOut.size,
    });
    const repositories = found.repositories.filter(({ fullName }) => !leftOut.has(fullName));
    return { ...found, repositories: repositories.slice(0, MATCH_COUNT) };
  }

  /** A list that was just put in place of another one is not searched before it is there. */
  #whole(): Promise<void> {
    const { indexed, starsReading } = this.#state;
    return new Promise((resolve) => {
      const timer = setTimeout(done, INDEX_MS);
      const stop = effect(() => {
        // What arrives page by page is searched as far as it is here.
        const isReading = starsReading.value.kind === "reading" && indexed.value.count > 0;
        if (indexed.value.isComplete || isReading) queueMicrotask(done);
      });
      function done(): void {
        clearTimeout(timer);
        stop();
        resolve();
      }
    });
  }

  #wantVector(question: string): void {
    clearTimeout(this.#timer);
    if (question === "") return;
    this.#timer = setTimeout(() => this.#addVector(question), VECTOR_PAUSE_MS);
  }

  async #addVector(question: string): Promise<void> {
    clearTimeout(this.#timer);
    const isKnown = this.#vector?.question === question && this.#vector.values !== "missing";
    if (question === "" || isKnown) return;
    const values = await this.#embed(question);
    if (values === undefined) return;
    // A question that is asked may be another one than the box has by now.
    this.#vector = { question, values };
    if (question === this.#state.searched.peek()) this.refresh();
  }

  #meaningOf(question: string): QuestionMeaning {
    return this.#vector?.question === question ? this.#vector.values : undefined;
  }

  /** One search at a time, always for the newest question: fast typing skips the ones between. */
  async #run(): Promise<void> {
    try {
      while (this.#isStale) {
        this.#isStale = false;
        const { searched, filters, sort, limit, found } = this.#state;
        const question = searched.peek();
        found.value = await this.#client.search({
          question,
          filters: filters.peek(),
          sort: sort.peek(),
          meaning: this.#meaningOf(question),
          limit: limit.peek(),
        });
      }
    } catch {
      // The client tells what is wrong with the search; a later one may work again.
    } finally {
      this.#running = undefined;
    }
  }
}
