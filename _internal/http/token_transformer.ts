// Copyright 2026 the Rivulet authors. MIT license.

import { checkKind } from "../core/batching/check_options.ts";
import { eventLoopTurn } from "../core/event_loop_turn.ts";
import { AnswerReader } from "./reader/answer_reader.ts";
import type { ChunkFormat } from "./reader/event_reader.ts";
import { StreamParser } from "./reader/stream_parser.ts";
import { streamError } from "../core/stream_error.ts";
import type { ProviderError } from "../core/provider_error.ts";
import { joinSkipped } from "../core/skipped.ts";
import type { LLMSkipped, LLMStreamPart } from "../core/types.ts";

/** How much of a text is read at once, in UTF-16 code units. */
const MAX_TEXT = 64 * 1024;

type Controller = TransformStreamDefaultController<string>;

/** What a stream of tokens tells beside them. */
export interface TokenStreamOptions {
  /**
   * Called once at the end, before the stream closes, if something came that was not understood.
   * What it throws is the error of the stream.
   */
  onSkipped?: ((skipped: LLMSkipped) => unknown) | undefined;
}

/** What a TransformStream does to turn the text of an answer into its tokens. */
export class TokenTransformer implements Transformer<string, string> {
  readonly #parser: StreamParser;
  readonly #onSkipped: TokenStreamOptions["onSkipped"];
  #skipped: LLMSkipped | undefined;
  #error: ProviderError | undefined;
  #readable: ReadableStream<string> | undefined;

  constructor(format: ChunkFormat, { onSkipped }: TokenStreamOptions) {
    checkKind("onSkipped", onSkipped, "function");
    this.#parser = new StreamParser(new AnswerReader(format));
    this.#onSkipped = onSkipped;
  }

  transform(text: string, controller: Controller): void | Promise<void> {
    if (text.length > MAX_TEXT) return this.#transformLong(text, controller);
    this.#emit(this.#parser.push(text), controller);
    if (this.#parser.isBehind) return this.#catchUp(controller);
  }

  async #transformLong(text: string, controller: Controller): Promise<void> {
    for (let start = 0; start < text.length && !this.#parser.ended; start += MAX_TEXT) {
      if (start > 0) await eventLoopTurn();
      await this.transform(text.slice(start, start + MAX_TEXT), controller);
    }
  }

  flush(controller: Controller): void | Promise<void> {
    this.#emit(this.#parser.end(), controller);
    if (this.#parser.isBehind) return this.#catchUp(controller);
  }

  async #catchUp(controller: Controller): Promise<void> {
    while (this.#parser.isBehind) {
      await eventLoopTurn();
      this.#emit(this.#parser.goOn(), controller);
    }
  }

  /**
   * The tokens, and then the error if there is one. An error in the TransformStream itself drops the
   * tokens before it that nobody has read yet; so it happens there only once the stream has been
   * transferred to another thread, where this class is not.
   */
  failAfterLast(tokens: ReadableStream<string>): ReadableStream<string> {
    return this.#readable ??= failAfterLast(tokens, () => this.#error);
  }

  #emit(parts: readonly LLMStreamPart[], controller: Controller): void {
    for (const { token, failure, serverCode, skipped } of parts) {
      if (token) controller.enqueue(token);
      this.#skipped = joinSkipped(this.#skipped, skipped);
      if (failure !== undefined) {
        this.#error = streamError(failure, { reason: failure, serverCode });
      }
    }
    if (!this.#parser.ended) return;
    if (this.#skipped !== undefined) this.#onSkipped?.(this.#skipped);
    this.#skipped = undefined;
    if (this.#error !== undefined && this.#readable === undefined) controller.error(this.#error);
    else controller.terminate();
  }
}

function failAfterLast(
  tokens: ReadableStream<string>,
  errorOf: () => ProviderError | undefined,
): ReadableStream<string> {
  const reader = tokens.getReader();
  return new ReadableStream<string>({
    async pull(controller) {
      const { done, value } = await reader.read();
      const error = errorOf();
      if (!done) controller.enqueue(value);
      else if (error !== undefined) controller.error(error);
      else controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
}
