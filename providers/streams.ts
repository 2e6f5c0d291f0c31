// Copyright 2026 the Rivulet authors. MIT license.

// Not classes that extend TransformStream: to load the platform's streams where nobody uses them
// takes half of the time that the whole library takes to load.

import { ChatCompletionParser } from "./_chat_completions.ts";
import { OllamaChatParser } from "./_ollama_chat.ts";
import { type LineParser, StreamParser, type StreamPart } from "./_stream_parser.ts";
import { type ProviderError, streamError } from "./errors.ts";

type Controller = TransformStreamDefaultController<string>;

/**
 * Turns the text of a streamed chat completion into its tokens, for a Response of your own.
 *
 * Reads the same way as the `standard-compatible` and `local-b` providers; reasoning, usage and the
 * finish reason are left out. The readable side ends at the end marker and then cancels the source.
 * It errors with a {@linkcode ProviderError} of code `stream` where the answer says that it failed,
 * after all tokens before that.
 *
 * @example Read the tokens of a Response
 * ```ts
 * import { ChatCompletionTokenStream } from "@rivulet/llm";
 *
 * const response = new Response('data: {"choices":[{"delta":{"content":"Hi"}}]}\n\ndata: [DONE]\n\n');
 * const tokens = response.body!.pipeThrough(new TextDecoderStream()).pipeThrough(new ChatCompletionTokenStream());
 * for await (const token of tokens) console.log(token); // Hi
 * ```
 */
export class ChatCompletionTokenStream implements TransformStream<string, string> {
  /** Gives the tokens. */
  readonly readable: ReadableStream<string>;
  /** Takes the text, in pieces of any size. */
  readonly writable: WritableStream<string>;

  /** Makes a stream for one answer. */
  constructor() {
    ({ readable: this.readable, writable: this.writable } = tokenStream(
      new ChatCompletionParser(),
    ));
  }
}

/**
 * Turns the text of a streamed Ollama answer (`/api/chat` or `/api/generate`) into its tokens, for
 * a Response of your own.
 *
 * Reads the same way as the `local-a` provider; in everything else it is like
 * {@linkcode ChatCompletionTokenStream}.
 *
 * @example Read the tokens of a Response
 * ```ts
 * import { OllamaTokenStream } from "@rivulet/llm";
 *
 * const response = new Response('{"message":{"content":"Hi"}}\n{"done":true}\n');
 * const tokens = response.body!.pipeThrough(new TextDecoderStream()).pipeThrough(new OllamaTokenStream());
 * for await (const token of tokens) console.log(token); // Hi
 * ```
 */
export class OllamaTokenStream implements TransformStream<string, string> {
  /** Gives the tokens. */
  readonly readable: ReadableStream<string>;
  /** Takes the text, in pieces of any size. */
  readonly writable: WritableStream<string>;

  /** Makes a stream for one answer. */
  constructor() {
    ({ readable: this.readable, writable: this.writable } = tokenStream(new OllamaChatParser()));
  }
}

/** Turns the text of an answer into its tokens, by the rules of one wire format. */
function tokenStream(lineParser: LineParser): TransformStream<string, string> {
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
