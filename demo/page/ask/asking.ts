// Copyright 2026 the Rivulet authors. MIT license.

import { chosenEngine } from "../../engines/choose.ts";
import { hostOf } from "../../engines/host.ts";
import type { Collection } from "../../stars/repository.ts";
import type { Cell } from "../cell.ts";
import { diagnose } from "../engines/check_server.ts";
import { type EngineChoice, engineChoice } from "../engines/engine_choice.ts";
import {
  type EngineStates,
  LOADING,
  noteBrowserState,
  notReady,
  READY,
} from "../engines/engine_states.ts";
import type { Keys } from "../engines/keys.ts";
import type { Readmes } from "../readmes/readmes.ts";
import type { LiveSearch } from "../search/live_search.ts";
import type { Settings } from "../settings.ts";
import { type Ask, composeAsk } from "./ask.ts";
import { streamAnswer } from "./stream_answer.ts";
import type { AskViews } from "./views.ts";

/** What asking needs of the page. */
export interface AskingParts {
  readonly settings: Cell<Settings>;
  readonly states: EngineStates;
  readonly keys: Keys;
  readonly search: LiveSearch;
  readonly collection: Cell<Collection>;
  readonly readmes: Readmes;
  readonly views: AskViews;
}

/** Leads a question to its answer: matches first, then what the engine needs, then the stream. */
export class Asking {
  readonly #parts: AskingParts;
  readonly #approvedHosts = new Set<string>();
  #running: AbortController | undefined;
  #lastQuestion = "";

  constructor(parts: AskingParts) {
    this.#parts = parts;
  }

  /** Asks the engine that is set; what ran before is stopped. */
  async ask(question: string, { mayDownload = false } = {}): Promise<void> {
    this.stop();
    const controller = this.#running = new AbortController();
    this.#lastQuestion = question;
    const { views } = this.#parts;
    views.busy(true);
    try {
      await this.#lead(question, { mayDownload, signal: controller.signal });
    } finally {
      if (this.#running === controller) {
        this.#running = undefined;
        views.busy(false);
      }
    }
  }

  async askAgain(options?: { mayDownload: boolean }): Promise<void> {
    await this.ask(this.#lastQuestion, options);
  }

  /** What came so far is kept. */
  stop(): void {
    this.#running?.abort();
  }

  async #lead(
    question: string,
    { mayDownload, signal }: { mayDownload: boolean; signal: AbortSignal },
  ): Promise<void> {
    const { views, search, settings, states, collection, readmes } = this.#parts;
    const matches = await search.settle(question);
    if (signal.aborted) return;
    if (matches.repositories.length === 0) return views.noMatch(question);
    const wanted = engineChoice(settings.get(), settings.get().engine);
    try {
      const ready = await this.#prepare(wanted, { question, mayDownload, signal });
      if (ready === undefined || signal.aborted) return;
      // A model that is here may still miss a small file; weights are never fetched without
      // consent.
      const ask = await composeAsk(
        { question, matches, ...ready, allowModelDownload: true },
        collection.get(),
        readmes,
      );
      if (ask.sent.url !== undefined && ask.choice.definition.kind === "remote") {
        const host = hostOf(ask.choice.baseUrl);
        const isApproved = this.#approvedHosts.has(host) ||
          await views.approveHost({ host, ask, signal });
        if (!isApproved || signal.aborted) return;
        this.#approvedHosts.add(host);
      }
      const { id } = ask.choice.definition;
      if (id === "webllm" && states.get(id) !== READY) states.set(id, LOADING);
      const hasAnswered = await streamAnswer(ask, { views, signal });
      if (hasAnswered) states.set(id, READY);
      else if (states.get(id) === LOADING) await noteBrowserState(settings.get(), states);
    } catch (error) {
      if (!signal.aborted) await this.#fail(error, wanted);
    }
  }

  /** The engine with its model; undefined where the person has to do something first. */
  async #prepare(
    wanted: EngineChoice,
    { question, mayDownload, signal }: {
      question: string;
      mayDownload: boolean;
      signal: AbortSignal;
    },
  ): Promise<{ choice: Ask["choice"]; apiKey: string | undefined } | undefined> {
    const { views, keys } = this.#parts;
    const { definition: { id, requiresApiKey, defaultModel }, baseUrl, model } = wanted;
    if (id === "webllm") {
      if (!mayDownload && !await views.consent(question)) return undefined;
      const { model: picked = defaultModel } = engineChoice(this.#parts.settings.get(), id);
      return { choice: { ...wanted, model: picked }, apiKey: undefined };
    }
    const apiKey = keys.get(baseUrl);
    if (requiresApiKey && apiKey === undefined) {
      views.needKey(hostOf(baseUrl));
      return undefined;
    }
    const engine = await chosenEngine(id, { baseUrl, model }, signal);
    return { choice: { ...wanted, model: engine.model }, apiKey };
  }

  async #fail(error: unknown, choice: EngineChoice): Promise<void> {
    const diagnosis = await diagnose(error, choice);
    if (diagnosis === undefined) throw error;
    const { id } = choice.definition;
    this.#parts.states.set(id, notReady(diagnosis.state));
    this.#parts.views.failure(diagnosis, choice);
  }
}
