// Copyright 2026 the Rivulet authors. MIT license.

import { type LineParser, StreamParser, type StreamPart } from "./_stream_parser.ts";
import { type ProviderError, streamError } from "./errors.ts";

type Controller = TransformStreamDefaultController<string>;

/** Turns the text of an answer into its tokens, by the rules of one wire format. */
export function tokenStream(lineParser: LineParser): TransformStream<string, string> {
  const parser = new StreamParser(lineParser);
  let error: ProviderError | undefined;

  function emit(parts: StreamPart[], controller: Controller): void {
    for (const { token, failure } of parts) {
      if (token) controller.enqueue(token);
      if (failure !== undefined) error = streamError(failure, { reason: failure });
    }
    if (parser.ended) controller.terminate();
  }

  const { readable, writable } = new TransformStream<string, string>({
    transform: (text, controller) => emit(parser.push(text), controller),
    flush: (controller) => emit(parser.end(), controller),
  });
  return { readable: failAfterLast(readable, () => error), writable };
}

/**
 * The same tokens, and then the error where there is one. An error in the TransformStream itself
 * would drop the tokens before it that nobody has read yet.
 */
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
