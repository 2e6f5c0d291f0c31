// Copyright 2026 the Rivulet authors. MIT license.

import { chosenEngine } from "../../engines/choose.ts";
import { hostOf } from "../../engines/host.ts";
import { isThisDevice } from "../../engines/doctor.ts";
import { browserModel } from "../engine/browser_consent.ts";
import { describeEngine, engineChoice, placeOf } from "../engine/engine_choice.ts";
import { diagnose } from "../engine/diagnose.ts";
import { lookUp } from "../engine/look_up.ts";
import { noteBrowserState } from "../engine/note_states.ts";
import type { Page } from "../page.ts";
import { mayConnect, notYetWords } from "../reach/may_connect.ts";
import { chooseEngine, setEngineState } from "../state/actions.ts";
import { type Asked, createAsked } from "../state/asked.ts";
import { engineStateOf, LOADING, NO_WEBGPU, notReady, ready } from "../state/engine_states.ts";
import { dropQuestion, moveTo, startQuestion } from "../state/question_actions.ts";
import { isOver } from "../state/phase.ts";
import { type Ask, composeAsk } from "./compose_ask.ts";
import { streamAnswer } from "./stream_answer.ts";

/** How a question is asked. */
export interface AskWish {
  /** The person has agreed to the download of this model. */
  readonly download?: string | undefined;
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
  async ask(question: string, { download }: AskWish = {}): Promise<void> {
    this.stop();
    const { state } = this.#page;
    const { signal } = this.#running = new AbortController();
    const { title, countsAsOf } = state.collection.peek();
    const phase = { kind: "searching", since: performance.now() } as const;
    const asked = createAsked(question, { list: title, countsAsOf, phase });
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
    if (question !== "") await this.ask(question, wish);
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
    const matches = await live.settle(asked.question);
    signal.throwIfAborted();
    asked.matches.value = matches;
    if (matches.repositories.length === 0) return moveTo(state, asked, { kind: "no match" });
    const ready = await this.#prepare(asked, { download, signal });
    if (ready === undefined) return;
    const ask = await composeAsk({ asked, ...ready }, state.readmes.peek());
    asked.sent.value = ask.sent;
    if (!await this.#maySend(ask, signal)) return;
    signal.throwIfAborted();
    await this.#stream(ask, signal);
  }

  /** The engine with its model; undefined where the person has to do something first. */
  async #prepare(
    asked: Asked,
    { download, signal }: { download: string | undefined; signal: AbortSignal },
  ): Promise<Pick<Ask, "choice" | "apiKey"> | undefined> {
    const { state, keys } = this.#page;
    const settings = state.settings.peek();
    // What the server is called is known from before, should it be away by now.
    const { server } = engineStateOf(state.engines.peek(), settings.engine);
    const wanted = { ...engineChoice(settings, settings.engine), serverName: server };
    const { definition: { id, requiresApiKey }, baseUrl } = wanted;
    asked.engine.value = { by: describeEngine(wanted), place: placeOf(wanted), choice: wanted };
    if (id !== "webllm" && !mayConnect(baseUrl)) {
      // Another tab has entered this address, say.
      moveTo(state, asked, { kind: "failed", reason: { message: notYetWords([baseUrl]) } });
      state.dialog.value = { kind: "engine", picked: id, asksAgain: true };
      return undefined;
    }
    let { model, serverName } = wanted;
    if (id === "webllm") model = await this.#browserModel(asked, download);
    else if (requiresApiKey && keys.get(baseUrl) === undefined) {
      moveTo(state, asked, { kind: "no key", host: hostOf(baseUrl) });
      state.dialog.value = { kind: "engine", picked: id, focusOn: "key", asksAgain: true };
      return undefined;
    } else if (!requiresApiKey) {
      moveTo(state, asked, { kind: "listing", since: performance.now() });
      const engine = await chosenEngine(id, { baseUrl, model, lookUp }, signal);
      model = engine.model;
      serverName = engine.name;
      setEngineState(state, id, { ...ready(model), server: serverName });
    }
    signal.throwIfAborted();
    if (model === undefined) return undefined;
    const choice = { ...wanted, model, serverName };
    asked.engine.value = { by: describeEngine(choice), place: placeOf(choice), choice };
    return { choice, apiKey: keys.get(baseUrl) };
  }

  /** The model in this browser; undefined where the person is asked about it. */
  async #browserModel(asked: Asked, download: string | undefined): Promise<string | undefined> {
    const { state } = this.#page;
    if (download !== undefined) {
      chooseEngine(state, "webllm", { model: download });
      return download;
    }
    const found = await browserModel(state);
    if (found.kind === "here") {
      chooseEngine(state, "webllm", { model: found.model });
      return found.model;
    }
    if (found.kind === "no graphics") setEngineState(state, "webllm", NO_WEBGPU);
    moveTo(state, asked, found);
    return undefined;
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
    if (id === "webllm" && state.engines.peek().get(id)?.words !== "ready") {
      setEngineState(state, id, LOADING);
    }
    try {
      await streamAnswer(ask, { state, signal });
    } finally {
      const server = ask.choice.serverName;
      if (asked.text.peek() !== "") setEngineState(state, id, { ...ready(model), server });
      else if (id === "webllm") await noteBrowserState(state);
    }
  }

  /** Stopped before there was a stream. */
  #end(asked: Asked): void {
    if (!isOver(asked.phase.peek())) moveTo(this.#page.state, asked, { kind: "stopped" });
  }

  async #fail(asked: Asked, error: unknown): Promise<void> {
    const { state } = this.#page;
    const choice = asked.engine.peek()?.choice;
    const reason = await diagnose(error, choice);
    if (choice !== undefined) {
      const { definition: { id }, serverName: server } = choice;
      setEngineState(state, id, { ...notReady(reason.state), server });
    }
    if (asked.text.peek() === "") return moveTo(state, asked, { kind: "failed", reason });
    // The network's own words say no more than that.
    const isCut = error instanceof Error && error.cause instanceof TypeError;
    const cut = { ...reason, message: "The connection ended in the middle of the answer." };
    moveTo(state, asked, { kind: "broken", reason: isCut ? cut : reason });
  }
}
