// Copyright 2026 the Rivulet authors. MIT license.

import { type LineParser, StreamParser, type StreamPart } from "./_stream_parser.ts";
import { type ProviderError, streamError } from "./errors.ts";

/** What turns the text of an answer into its tokens inside a TransformStream. */
export class TokenTransformer implements Transformer<string, string> {
  readonly #parser: StreamParser;
  #error: ProviderError | undefined;

  constructor(parser: LineParser) {
    this.#parser = new StreamParser(parser);
  }

  transform(text: string, controller: TransformStreamDefaultController<string>): void {
    this.#emit(this.#parser.push(text), controller);
  }

  flush(controller: TransformStreamDefaultController<string>): void {
    this.#emit(this.#parser.end(), controller);
  }

  /**
   * Lets the stream's readable side error after its last token. An error in the TransformStream
   * itself would drop the tokens before it that nobody has read yet.
   */
  failAfterLast(stream: TransformStream<string, string>): void {
    const reader = stream.readable.getReader();
    const readable = new ReadableStream<string>({
      pull: async (controller) => {
        const { done, value } = await reader.read();
        if (!done) controller.enqueue(value);
        else if (this.#error !== undefined) controller.error(this.#error);
        else controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    }, { highWaterMark: 0 });
    Object.defineProperty(stream, "readable", { value: readable });
  }

  #emit(parts: StreamPart[], controller: TransformStreamDefaultController<string>): void {
    for (const { token, failure } of parts) {
      if (token) controller.enqueue(token);
      if (failure !== undefined) this.#error = streamError(failure, { reason: failure });
    }
    if (this.#parser.ended) controller.terminate();
  }
}
