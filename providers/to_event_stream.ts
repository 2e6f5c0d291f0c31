// Copyright 2026 the Rivulet authors. MIT license.

import { CallSignal } from "../_internal/core/call_signal.ts";
import { eventLoopTurn } from "../_internal/core/event_loop_turn.ts";
import { ProviderError } from "../_internal/core/provider_error.ts";
import type {
  LLMFinish,
  LLMProviderConfig,
  LLMStreamProvider,
  LLMTokenRequest,
  LLMUsage,
} from "../_internal/core/types.ts";

/** An address in a server's words: with a scheme, as numbers, or a host with a port. */
const ADDRESS =
  /(^|[^\w+.-])(?:[a-z][a-z\d+.-]{0,20}:\/\/[^\s"'<>]+|\[[\da-f:.]{2,45}\](?::\d{1,5})?|\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?![\w.])|[\w.-]{1,253}:\d{2,5}\b)/gi;

/** What a failure without words of the server says. */
const FAILED = "The model cannot be reached";

/** A longer text goes in several chunks: the other end reads a line in one turn, and has limits. */
const MAX_TEXT = 64 * 1024;

/**
 * Relays an answer to another program, such as a browser, as a stream of chat completions. The other
 * end can be any client of that protocol, also {@linkcode lmStudio} with the address of your server.
 * Reasoning (`reasoning_content`), tool calls, the finish reason and the counts are relayed as well.
 *
 * A failure becomes an event with an `error`, in the words of the model's server and without
 * addresses. If that server cannot be reached, the event says only that. When the reader cancels, for
 * example because the browser closes its connection, the request to the model ends. Nothing is asked
 * before the first read.
 *
 * @param provider The provider to ask.
 * @param config How to reach the model.
 * @param request The question; its callbacks are called as well.
 * @returns The body of a response with the content type `text/event-stream`.
 *
 * @example Answer a browser from a server of your own
 * ```ts
 * import { ollama, toEventStream } from "@rivulet/llm";
 *
 * function answer(prompt: string, signal: AbortSignal): Response {
 *   const config = { baseUrl: "http://localhost:11434", model: "llama3.1:8b" };
 *   return new Response(toEventStream(ollama, config, { prompt, signal }), {
 *     headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store" },
 *   });
 * }
 * ```
 */
export function toEventStream(
  provider: LLMStreamProvider<string>,
  config: LLMProviderConfig,
  request: LLMTokenRequest,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const cancelled = new AbortController();
  const events = relay(provider, config, request, cancelled.signal);
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await events.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(`data: ${value}\n\n`));
    },
    async cancel(): Promise<void> {
      cancelled.abort();
      await events.return();
    },
  }, { highWaterMark: 0 });
}

/** The data of each event; the last one may be a failure. */
async function* relay(
  provider: LLMStreamProvider<string>,
  config: LLMProviderConfig,
  request: LLMTokenRequest,
  cancelled: AbortSignal,
): AsyncGenerator<string, void> {
  const chunk = chunksOf(config.model);
  const reasoning = new Reasoning();
  yield chunk({ delta: { role: "assistant", content: "" } });
  try {
    const call = new CallSignal(request.signal);
    cancelled.addEventListener("abort", () => call.stop(undefined));
    const asked = { ...request, signal: call.signal };
    try {
      yield* answerEvents(provider, config, asked, { chunk, reasoning });
    } finally {
      call.release();
    }
  } catch (error) {
    yield* writeAll("reasoning_content", reasoning.take(), chunk);
    yield JSON.stringify({ error: failureOf(error) });
  }
}

async function* answerEvents(
  provider: LLMStreamProvider<string>,
  config: LLMProviderConfig,
  request: LLMTokenRequest,
  { chunk, reasoning }: { chunk: (words: ChunkWords) => string; reasoning: Reasoning },
): AsyncGenerator<string, void> {
  let finish: LLMFinish | undefined;
  let next: Promise<IteratorResult<string>> | undefined;
  const tokens = provider.tokens(config, {
    ...request,
    onReasoning(text) {
      reasoning.add(text);
      return request.onReasoning?.(text);
    },
    onFinish(summary) {
      finish = summary;
      return request.onFinish?.(summary);
    },
  })[Symbol.asyncIterator]();
  try {
    while (true) {
      next ??= tokens.next();
      const result = await Promise.race([next, reasoning.added()]);
      yield* writeAll("reasoning_content", reasoning.take(), chunk);
      if (result === undefined) continue;
      next = undefined;
      if (result.done) break;
      yield* writeAll("content", [result.value], chunk);
    }
    yield* endOf(finish, chunk);
  } finally {
    await tokens.return?.();
  }
}

/** The chunks of some texts; a long one leaves others their turn. */
async function* writeAll(
  name: "content" | "reasoning_content",
  texts: readonly string[],
  chunk: (words: ChunkWords) => string,
): AsyncGenerator<string, void> {
  for (const text of texts) {
    let end = 0;
    do {
      if (end > 0) await eventLoopTurn();
      const start = end;
      end = Math.min(start + MAX_TEXT, text.length);
      // Not between the halves of a character.
      if (/[\ud800-\udbff]/.test(text[end - 1] ?? "")) end = Math.min(end + 1, text.length);
      yield chunk({ delta: { [name]: text.slice(start, end) } });
    } while (end < text.length);
  }
}

/** Reasoning on its way: it comes by a callback and does not wait for the next token. */
class Reasoning {
  #texts: string[] = [];
  #onAdded = (): void => {};

  add(text: string): void {
    this.#texts.push(text);
    this.#onAdded();
  }

  take(): string[] {
    return this.#texts.splice(0);
  }

  /** Resolves once there is some. */
  added(): Promise<undefined> {
    return new Promise((resolve) => {
      this.#onAdded = () => resolve(undefined);
      if (this.#texts.length > 0) resolve(undefined);
    });
  }
}

/** What a chunk says: its only choice, or counts in place of one. */
interface ChunkWords {
  readonly delta?: object;
  readonly finishReason?: string;
  readonly usage?: LLMUsage;
}

/** Writes the chunks of one answer. */
function chunksOf(model: string): (words: ChunkWords) => string {
  const frame = {
    id: `chatcmpl-${crypto.randomUUID()}`,
    object: "chat.completion.chunk",
    created: Math.floor(Date.now() / 1000),
    model,
  };
  return ({ delta = {}, finishReason, usage }) => {
    if (usage === undefined) {
      const choice = { index: 0, delta, ["finish_reason"]: finishReason ?? null };
      return JSON.stringify({ ...frame, choices: [choice] });
    }
    return JSON.stringify({ ...frame, choices: [], usage: countsOf(usage) });
  };
}

/** The counts in the protocol's words, as far as they are known. */
function countsOf(usage: LLMUsage): object {
  const { promptTokens, completionTokens, cachedTokens, reasoningTokens } = usage;
  const cached = { ["prompt_tokens_details"]: { ["cached_tokens"]: cachedTokens } };
  const reasoning = { ["completion_tokens_details"]: { ["reasoning_tokens"]: reasoningTokens } };
  return {
    ["prompt_tokens"]: promptTokens,
    ["completion_tokens"]: completionTokens,
    ...(cachedTokens !== undefined && cached),
    ...(reasoningTokens !== undefined && reasoning),
  };
}

function* endOf(
  finish: LLMFinish | undefined,
  chunk: (words: ChunkWords) => string,
): Generator<string> {
  const { toolCalls = [], finishReason = "stop", usage, endedBy } = finish ?? {};
  if (toolCalls.length > 0) {
    const calls = toolCalls.map(({ id, ...called }, index) => {
      return { index, id, type: "function", function: called };
    });
    yield chunk({ delta: { ["tool_calls"]: calls } });
  }
  yield chunk({ finishReason });
  if (usage !== undefined) yield chunk({ usage });
  // An answer that only ended may have been cut: the other end is to see the same.
  if (endedBy === "marker") yield "[DONE]";
}

/** What the other end is told: no address of the model's server, and nothing of our own. */
function failureOf(error: unknown): { message: string; code?: string } {
  if (!(error instanceof ProviderError)) {
    const isAbort = error instanceof Error && error.name === "AbortError";
    return { message: isAbort ? "The answer was stopped" : "The answer failed" };
  }
  const { code, reason, serverCode } = error;
  const words = code === "http" || code === "stream" ? reason : undefined;
  return {
    message: words === undefined ? FAILED : words.replace(ADDRESS, "$1…"),
    ...(serverCode !== undefined && { code: serverCode }),
  };
}
