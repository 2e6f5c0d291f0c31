// Copyright 2026 the Rivulet authors. MIT license.

import { type LLMFinish, type ThinkingPart, ThinkingSplitter } from "@rivulet/llm/providers";
import { PacedText } from "./paced_text.ts";
import { modelName } from "../target/model_picks.ts";
import { LoadWords } from "../messages/load_words.ts";
import { moveTo } from "../actions/question_actions.ts";
import type { State } from "../state/state.ts";
import { Stopwatch } from "../state/stopwatch.ts";
import { BracketMarks } from "./bracket_marks.ts";
import type { Ask } from "./compose_ask.ts";

/** Figures that change faster than this cannot be read. */
const MEASURE_MS = 1000;

/** What comes of one answer, on its way into the state. */
export class AnswerStream {
  #finish: LLMFinish = { endedBy: "marker", tokenCount: 0 };
  readonly #ask: Ask;
  readonly #state: State;
  readonly #splitter = new ThinkingSplitter();
  readonly #marks = new BracketMarks();
  readonly #words: LoadWords;
  readonly #paced: PacedText;
  #stopwatch = new Stopwatch();
  #start = 0;
  #thinksSince: number | undefined;
  #measuredAt = 0;
  #isOver = false;

  constructor(ask: Ask, state: State, onLimit: () => void) {
    this.#ask = ask;
    this.#state = state;
    this.#words = new LoadWords(modelName(ask.choice.model));
    this.#paced = new PacedText((text) => this.#show(text), { onLimit });
  }

  /** How the answer ended. */
  get finish(): LLMFinish {
    return this.#finish;
  }

  /** The model has said all; what has arrived may still wait to be shown. */
  end(finish: LLMFinish): void {
    this.#finish = finish;
    const tokens = finish.usage?.completionTokens;
    // Some servers do not count, and say 0.
    if (tokens) this.#stopwatch.counted(tokens);
  }

  /** The wait for the first word begins, or begins anew now that the model is ready. */
  wait(): void {
    this.#start = performance.now();
    this.#stopwatch = new Stopwatch();
    this.#move("waiting");
  }

  load(progress: number, text: string): void {
    if (this.#isOver) return;
    if (progress === 1) return this.wait();
    moveTo(this.#state, this.#ask.asked, { kind: "loading", line: this.#words.read(text) });
  }

  push(token: string): void {
    this.#take(this.#splitter.push(token));
  }

  think(text: string): void {
    if (this.#isOver) return;
    this.#stopwatch.token();
    if (this.#thinksSince === undefined) {
      this.#thinksSince = performance.now();
      this.#move("thinking");
    }
    this.#ask.asked.thoughts.value += text;
  }

  /** Resolves when all that has arrived is shown. */
  async drain(): Promise<void> {
    this.#take(this.#splitter.end());
    this.#paced.push(this.#marks.end());
    await this.#paced.end();
    if (this.#isOver) return;
    this.#isOver = true;
    this.#endThinking();
    this.#measure();
  }

  /** The person has had enough: nothing more is shown. */
  stop(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#paced.stop();
    this.#endThinking();
    this.#measure();
    const { asked } = this.#ask;
    const isLoading = asked.phase.peek().kind === "loading";
    moveTo(this.#state, asked, { kind: isLoading ? "cancelled" : "stopped" });
  }

  #take(parts: readonly ThinkingPart[]): void {
    for (const { token, reasoning } of parts) {
      if (reasoning) this.think(reasoning);
      if (token) this.#write(token);
    }
  }

  #write(token: string): void {
    if (this.#isOver) return;
    // What stands before the first visible character shows nothing.
    this.#stopwatch.token({ isVisible: token.trim() !== "" });
    this.#paced.push(this.#marks.push(token));
  }

  /** A part of the text comes into sight. */
  #show(text: string): void {
    const { asked } = this.#ask;
    asked.text.value += text;
    if (performance.now() - this.#measuredAt > MEASURE_MS) this.#measure();
    if (asked.phase.peek().kind === "answering" || asked.text.peek().trim() === "") return;
    this.#endThinking();
    this.#move("answering");
  }

  #endThinking(): void {
    const { figures } = this.#ask.asked;
    if (this.#thinksSince === undefined || figures.peek().thoughtMs !== undefined) return;
    const thoughtMs = performance.now() - this.#thinksSince;
    figures.value = { ...figures.peek(), thoughtMs };
  }

  #measure(): void {
    this.#measuredAt = performance.now();
    const { figures } = this.#ask.asked;
    const { firstWordMs, tokensPerSecond } = this.#stopwatch;
    figures.value = { ...figures.peek(), firstWordMs, tokensPerSecond };
  }

  #move(kind: "waiting" | "thinking" | "answering"): void {
    if (this.#isOver) return;
    const since = kind === "thinking" ? performance.now() : this.#start;
    moveTo(this.#state, this.#ask.asked, { kind, since });
  }
}
