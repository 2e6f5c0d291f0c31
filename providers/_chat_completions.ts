// Copyright 2026 the Rivulet authors. MIT license.

// The OpenAI chat completions protocol, as remote services, LM Studio and many others speak it.

import {
  asObject,
  asText,
  contentText,
  failureOf,
  parseJson,
  reasoningText,
  tokenUsage,
} from "./_payload.ts";
import type { ChatProtocol } from "./_request.ts";
import { type LineParser, type StreamPart, UnstreamedBody } from "./_stream_parser.ts";

/** POST {base}/v1/chat/completions, answered by server-sent events. */
export const chatCompletions: ChatProtocol = {
  path: "/v1/chat/completions",
  endpoint: "/chat/completions",
  pastedSuffix: /\/v1$/,
  createParser: () => new ChatCompletionParser(),
};

/** How much text of malformed data lines is kept for the case that they are one event together. */
const MAX_EVENT_LENGTH = 16 * 1024 * 1024;

/** What a kept line takes beside its text, so that many short ones are bounded too. */
const LINE_COST = 64;

const EVENT_STREAM_FIELD = /^(data|event|id|retry)?:/;

/** Reads data lines, not events: servers forget the blank line between two events. */
export class ChatCompletionParser implements LineParser {
  readonly #unstreamed = new UnstreamedBody();
  #isStream = false;
  // Data lines of the current event that say nothing by themselves, from the first malformed one
  // on.
  #fragments: string[] = [];
  #fragmentsLength = 0;

  parseLine(line: string): StreamPart | undefined {
    const text = line.trim();
    if (text.startsWith("data:")) return this.#parseData(text.slice(5).trim());
    if (text === "") return this.#endEvent();
    // Old llama.cpp servers report a failure in a line of their own.
    if (text.startsWith("error:")) return parseErrorLine(text.slice(6).trim());
    if (!this.#isStream && !EVENT_STREAM_FIELD.test(text)) this.#unstreamed.add(line);
    return undefined;
  }

  end(): StreamPart | undefined {
    const last = this.#endEvent();
    return this.#isStream ? last : this.#unstreamed.read(readCompletion);
  }

  #parseData(data: string): StreamPart | undefined {
    if (data === "") return undefined;
    if (data === "[DONE]") return { ...this.end(), done: true };
    const payload = parseJson(data);
    if (payload === undefined) {
      this.#keepFragment(data);
      return undefined;
    }
    this.#beStream();
    const part = readCompletion(payload);
    if (this.#fragments.length > 0 && saysNothing(part)) this.#keepFragment(data);
    return part;
  }

  /** Malformed JSON is skipped, unless all data lines of the event are well-formed together. */
  #endEvent(): StreamPart | undefined {
    if (this.#fragments.length === 0) return undefined;
    const payload = this.#fragments.length > 1 ? parseJson(this.#fragments.join("\n")) : undefined;
    this.#fragments = [];
    this.#fragmentsLength = 0;
    if (payload === undefined) return undefined;
    this.#beStream();
    return readCompletion(payload);
  }

  #keepFragment(data: string): void {
    this.#fragmentsLength += data.length + LINE_COST;
    if (this.#fragmentsLength <= MAX_EVENT_LENGTH) this.#fragments.push(data);
  }

  #beStream(): void {
    if (this.#isStream) return;
    this.#isStream = true;
    this.#unstreamed.clear();
  }
}

function parseErrorLine(text: string): StreamPart | undefined {
  const payload = parseJson(text);
  const error = payload === undefined ? text : payload;
  const failure = failureOf("error" in asObject(error) ? error : { error });
  return failure === undefined ? undefined : { failure };
}

function saysNothing({ token, reasoning, finishReason, usage, failure }: StreamPart): boolean {
  return !(token || reasoning || finishReason || usage) && failure === undefined;
}

/** What a chunk of a streamed answer, or a whole answer, says. */
export function readCompletion(payload: unknown): StreamPart {
  const { choices, usage } = asObject(payload);
  const choice = asObject(Array.isArray(choices) ? choices[0] : undefined);
  const delta = asObject(choice.delta);
  const message = asObject(choice.message);
  return {
    reasoning: reasoningText(delta) ?? reasoningText(message),
    token: contentText(delta.content) ?? contentText(message.content),
    finishReason: asText(choice.finish_reason),
    usage: tokenUsage(asObject(usage).prompt_tokens, asObject(usage).completion_tokens),
    failure: failureOf(payload),
  };
}
