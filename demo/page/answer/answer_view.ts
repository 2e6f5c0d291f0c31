// Copyright 2026 the Rivulet authors. MIT license.

import { button, element } from "../dom.ts";
import { formatPlural, formatSeconds } from "../format.ts";
import { createCopyButton } from "./copy_button.ts";
import { toMarkdown } from "./copy.ts";
import { StreamedMarkdown } from "./markdown.ts";
import { createSentToggle } from "./sent_view.ts";
import type { SentRequest } from "./sent_request.ts";
import type { Sources } from "./sources.ts";
import { ThinkingView } from "./thinking_view.ts";

/** What the buttons under an answer do. */
export interface AnswerActions {
  askAgain(): void;
  otherEngine(): void;
}

/** How an answer went, in figures that were measured. */
export interface AnswerFigures {
  /** The model and where it runs, in words. */
  readonly by: string;
  readonly firstTokenMs: number | undefined;
  readonly tokensPerSecond: number | undefined;
}

/** One answer: its thinking, its text, its figures and what can be done with it. */
export class AnswerView {
  readonly element: HTMLElement;
  readonly sources: Sources;
  readonly #thinking = new ThinkingView();
  readonly #waiting = element("p", { class: "waiting caret" }, "Waiting for the first word");
  readonly #prose = element("div", { class: "answer-text" });
  readonly #markdown: StreamedMarkdown;
  #text = "";

  constructor(sources: Sources) {
    this.sources = sources;
    this.#markdown = new StreamedMarkdown(this.#prose, sources);
    this.element = element("article", {}, this.#thinking.element, this.#waiting, this.#prose);
  }

  get text(): string {
    return this.#text;
  }

  get wordCount(): number {
    return this.#text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  }

  write(text: string): void {
    if (this.#text === "") {
      this.#waiting.remove();
      this.#prose.classList.add("caret");
      this.#thinking.end();
    }
    this.#text += text;
    this.#markdown.write(text);
  }

  think(text: string): void {
    this.#waiting.remove();
    this.#thinking.write(text);
  }

  /** Says what takes so long. */
  explainWait(words: string): void {
    this.#waiting.textContent = words;
  }

  /** No more text comes. `note` says why it ended where it did not just end. */
  end(note?: string): void {
    this.#markdown.end();
    this.#thinking.end();
    this.#waiting.remove();
    this.#prose.classList.remove("caret");
    if (note !== undefined) this.element.append(element("p", { class: "ending" }, note));
  }

  /** Shows the figures and the buttons. */
  conclude(
    { by, firstTokenMs, tokensPerSecond }: AnswerFigures,
    { actions, sent }: { actions: AnswerActions; sent: SentRequest },
  ): void {
    const figures = [
      by,
      firstTokenMs !== undefined && `first word ${formatSeconds(firstTokenMs)}`,
      tokensPerSecond !== undefined && formatRate(tokensPerSecond),
    ].filter((figure) => figure !== false);
    const { toggle, view } = createSentToggle("What was sent", sent, { class: "quiet" });
    const copy = createCopyButton(
      () => toMarkdown(this.#text, this.sources.matches),
      { class: "quiet" },
    );
    this.element.append(
      element(
        "div",
        { class: "meta" },
        element("p", { class: "figures" }, figures.join(" · ")),
        element(
          "div",
          { class: "actions" },
          ...(this.#text === "" ? [] : [copy]),
          button("Ask again", actions.askAgain, { class: "quiet" }),
          button("Other engine", actions.otherEngine, { class: "quiet" }),
          toggle,
        ),
      ),
      view,
    );
  }
}

/** 31 tok/s; a slow machine deserves its decimal. */
function formatRate(tokensPerSecond: number): string {
  return `${tokensPerSecond < 10 ? tokensPerSecond.toFixed(1) : Math.round(tokensPerSecond)} tok/s`;
}

/** The line under an answer that was stopped. */
export function stoppedNote(wordCount: number): string {
  return wordCount === 0 ? "Stopped." : `Stopped after ${formatPlural(wordCount, "word")}.`;
}
