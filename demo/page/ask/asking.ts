// Copyright 2026 the Rivulet authors. MIT license.

import { hostOf } from "../../engines/host.ts";
import { isThisDevice } from "../../engines/doctor.ts";
import { diagnose } from "../target/diagnose.ts";
import { noteBrowserState } from "../target/note_states.ts";
import type { Page } from "../core/page.ts";
import { setTargetState } from "../actions/actions.ts";
import { type Asked, createAsked } from "../state/asked.ts";
import { LOADING, notReady, ready } from "../messages/target_states.ts";
import { dropQuestion, moveTo, startQuestion } from "../actions/question_actions.ts";
import { isOver } from "../state/phase.ts";
import { type Ask, composeAsk } from "./compose_ask.ts";
import { prepareTarget } from "./prepare_target.ts";
import { tellFromList } from "./tell_from_list.ts";
import { streamAnswer } from "./stream_answer.ts";

/** How a question is asked. */
export interface AskWish {
  /** The person has agreed to the download of this model. */
  readonly download?: string | undefined;
  /** The question goes on with the conversation of this one. */
  readonly follows?: Asked | undefined;
}

/** What asking tells on its own. */
export interface AskingEvents {
  onAsked(asked: Asked): void;
  /** A question that got a text is over. */
  onAnswer(asked: Asked): void;
}

type AskingPage = Pick<Page, "state" | "keys" | "live" | "storage">;

/** Leads a question to its answer: matches first, then what the engine needs, then the stream. */
export class Asking {
  readonly #page: AskingPage;
  readonly #events: AskingEvents;
  readonly #approvedHosts = new Set<string>();
  #running: AbortController | undefined;
  #decide: ((isSent: boolean) => void) | undefined;

  constructor(page: AskingPage, events: AskingEvents) {
    this.#page = page;
    this.#events = events;
  }

  /** Asks the engine that is set; what ran before is stopped. */
  async ask(question: string, { download, follows }: AskWish = {}): Promise<void> {
    this.stop();
    const { state } = this.#page;
    const { signal } = this.#running = new AbortController();
    const { title, countsAsOf } = state.collection.peek();
    const phase = { kind: "searching", since: performance.now() } as const;
    const asked = createAsked(question, { list: title, countsAsOf, before: follows, phase });
    startQuestion(state, asked);
    this.#events.onAsked(asked);
    try {
      await this.#lead(asked, { download, signal });
    } catch (error) {
      if (signal.aborted) this.#end(asked);
      else await this.#fail(asked, error);
    }
    if (asked.text.peek() !== "" && isOver(asked.phase.peek())) this.#events.onAnswer(asked);
  }

  /** Asks the question of the answer again, whatever stands in the box. */
  async askAgain(wish?: AskWish): Promise<void> {
    const { asked, question: box } = this.#page.state;
    // Where the page was loaded again, a question without an answer stands in the box.
    const question = asked.peek()?.question ?? box.peek().trim();
    if (question !== "") await this.ask(question, { follows: asked.peek()?.before, ...wish });
  }

  /** What came so far is kept. */
  stop(): void {
    this.#running?.abort();
  }

  /** The person has decided whether the question leaves this device. */
  decide(isSent: boolean): void {
    this.#decide?.(isSent);
  }

  async #lead(
    asked: Asked,
    { download, signal }: { download: string | undefined; signal: AbortSignal },
  ): Promise<void> {
    const { state, live } = this.#page;
    // "One in Rust?" finds little by itself.
    const { question, before } = asked;
    const matches = await live.settle(before ? `${question} ${before.question}` : question);
    signal.throwIfAborted();
    asked.matches.value = matches;
    if (tellFromList(asked, { isSample: state.isSample.peek() })) {
      return moveTo(state, asked, { kind: "done" });
    }
    if (matches.repositories.length === 0) return moveTo(state, asked, { kind: "no match" });
    const prepared = await prepareTarget(asked, this.#page, { download, signal });
    if (prepared === undefined) return;
    const ask = await composeAsk({ asked, ...prepared }, state.readmes.peek());
    asked.sent.value = ask.sent;
    if (!await this.#maySend(ask, signal)) return;
    signal.throwIfAborted();
    await this.#stream(ask, signal);
  }

  /** Nothing goes to another host before the person has agreed once. */
  async #maySend({ asked, choice, sent }: Ask, signal: AbortSignal): Promise<boolean> {
    const { state, keys } = this.#page;
    if (sent.url === undefined || isThisDevice(new URL(sent.url).hostname)) {
      if (choice.definition.kind !== "remote") return true;
    }
    const host = hostOf(choice.baseUrl);
    if (this.#approvedHosts.has(host)) return true;
    moveTo(state, asked, { kind: "sending?", host, keepsKey: keys.isKept(choice.baseUrl) });
    const isSent = await new Promise<boolean>((resolve) => {
      this.#decide = resolve;
      signal.addEventListener("abort", () => resolve(false), { once: true });
    });
    if (isSent) this.#approvedHosts.add(host);
    else if (state.asked.peek() === asked) dropQuestion(state);
    return isSent;
  }

  async #stream(ask: Ask, signal: AbortSignal): Promise<void> {
    const { state } = this.#page;
    const { choice: { definition: { id }, model }, asked } = ask;
    if (id === "webllm" && state.targets.peek().get(id)?.words !== "ready") {
      setTargetState(state, id, LOADING);
    }
    try {
      await streamAnswer(ask, { state, signal });
    } finally {
      const server = ask.choice.serverName;
      if (asked.text.peek() !== "") setTargetState(state, id, { ...ready(model), server });
      else if (id === "webllm") await noteBrowserState(state);
    }
  }

  /** Stopped before there was a stream. */
  #end(asked: Asked): void {
    if (!isOver(asked.phase.peek())) moveTo(this.#page.state, asked, { kind: "stopped" });
  }

  async #fail(asked: Asked, error: unknown): Promise<void> {
    const { state } = this.#page;
    const choice = asked.target.peek()?.choice;
    const reason = await diagnose(error, choice);
    if (choice !== undefined) {
      const { definition: { id }, serverName: server } = choice;
      setTargetState(state, id, { ...notReady(reason.state), server });
    }
    if (asked.text.peek() === "") return moveTo(state, asked, { kind: "failed", reason });
    // The network's own words say no more than that.
    const isCut = error instanceof Error && error.cause instanceof TypeError;
    const cut = { ...reason, message: "The connection ended in the middle of the answer." };
    moveTo(state, asked, { kind: "broken", reason: isCut ? cut : reason });
  }
}
