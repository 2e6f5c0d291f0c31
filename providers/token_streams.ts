// Copyright 2026 the Rivulet authors. MIT license.

export type { TokenStreamOptions } from "../_internal/http/token_transformer.ts";

import { CompletionStream, OllamaStream } from "../_internal/http/token_stream.ts";

/**
 * Turns the text of a streamed chat completion into its tokens, for a Response of your own.
 *
 * Reads the same way as the `standard-compatible` and `local-b` providers; reasoning, usage and the
 * finish reason are left out; what is not understood goes to `onSkipped`. The readable side ends at the end marker and then cancels the source.
 * It errors with a {@linkcode ProviderError} of code `stream` if the answer says that it failed,
 * after all tokens before that.
 *
 * @example Read the tokens of a Response
 * ```ts
 * import { ChatCompletionTokenStream } from "@rivulet/llm";
 *
 * const response = new Response('data: {"choices":[{"delta":{"content":"Hi"}}]}\n\ndata: [DONE]\n\n');
 * const reader = response.body!
 *   .pipeThrough(new TextDecoderStream())
 *   .pipeThrough(new ChatCompletionTokenStream())
 *   .getReader();
 * for (let next = await reader.read(); !next.done; next = await reader.read()) {
 *   console.log(next.value); // Hi
 * }
 * ```
 */
export class ChatCompletionTokenStream extends CompletionStream {}

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
 * const reader = response.body!
 *   .pipeThrough(new TextDecoderStream())
 *   .pipeThrough(new OllamaTokenStream())
 *   .getReader();
 * for (let next = await reader.read(); !next.done; next = await reader.read()) {
 *   console.log(next.value); // Hi
 * }
 * ```
 */
export class OllamaTokenStream extends OllamaStream {}
