// Copyright 2026 the Rivulet authors. MIT license.

import { ThinkingSplitter } from "./thinking.ts";
import type { LLMStreamPart, LLMTokenRequest } from "./types.ts";

/** Tells the reasoning in the tokens of an answer from the answer itself. */
export class ReasoningParts {
  readonly #splitter: ThinkingSplitter;
  #ended = false;

  constructor(splitThinking: LLMTokenRequest["splitThinking"]) {
    this.#splitter = new ThinkingSplitter({ opened: splitThinking === "opened" });
  }

  /** The parts with what they say in its place. */
  split(parts: readonly LLMStreamPart[]): readonly LLMStreamPart[] {
    return parts.flatMap(({ token, reasoning, ...rest }) => [
      { reasoning },
      ...token ? this.#splitter.push(token) : [],
      ...rest.done || rest.failure !== undefined ? this.end() ?? [] : [],
      rest,
    ]);
  }

  /** What was held back, once; undefined from then on. */
  end(): readonly LLMStreamPart[] | undefined {
    if (this.#ended) return undefined;
    this.#ended = true;
    return this.#splitter.end();
  }
}
