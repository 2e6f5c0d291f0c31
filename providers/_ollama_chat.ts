// Copyright 2026 the Rivulet authors. MIT license.

// Ollama's chat protocol: one JSON object a line.

import {
  asObject,
  asText,
  contentText,
  failureOf,
  isObject,
  parseJson,
  reasoningText,
  tokenUsage,
} from "./_payload.ts";
import { readCompletion } from "./_chat_completions.ts";
import type { ChatProtocol } from "./_request.ts";
import { type LineParser, type StreamPart, UnstreamedBody } from "./_stream_parser.ts";

/** POST {base}/api/chat, answered by newline-delimited JSON. */
export const ollamaChat: ChatProtocol = {
  path: "/api/chat",
  endpoint: "/api/chat",
  // People paste the address of the OpenAI-compatible endpoint, or the one in Ollama's API docs.
  pastedSuffix: /\/(v1|api)$/,
  createParser: () => new OllamaChatParser(),
};

/** Reads a line at a time; a blank or malformed one is skipped. */
export class OllamaChatParser implements LineParser {
  readonly #unstreamed = new UnstreamedBody();
  #isStream = false;

  parseLine(line: string): StreamPart | undefined {
    // Trimmed because JSON knows no byte order mark, and not every decoder drops one.
    const text = line.trim();
    // A failed parse costs some twenty times a good one, and what starts otherwise is no object.
    const payload = text.startsWith("{") ? parseJson(text) : undefined;
    if (isObject(payload)) {
      this.#isStream = true;
      this.#unstreamed.clear();
      return readOllamaChat(payload);
    }
    if (!this.#isStream) this.#unstreamed.add(line);
    return undefined;
  }

  end(): StreamPart | undefined {
    return this.#isStream ? undefined : this.#unstreamed.read(readOllamaChat);
  }
}

function readOllamaChat(payload: unknown): StreamPart {
  const fields = asObject(payload);
  const message = asObject(fields.message);
  const token = contentText(message.content) ?? contentText(fields.response);
  // A server behind this address may answer in the other protocol when it does not stream.
  if (token === undefined && "choices" in fields) return readCompletion(payload);
  return {
    reasoning: reasoningText(message) ?? reasoningText(fields),
    token,
    finishReason: asText(fields.done_reason),
    usage: tokenUsage(fields.prompt_eval_count, fields.eval_count),
    failure: failureOf(payload),
    done: fields.done === true,
  };
}
