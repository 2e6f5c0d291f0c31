// Copyright 2026 the Rivulet authors. MIT license.

import type { ChunkFormat } from "./reader/answer_parser.ts";
import { readCompletionFirst, readOllamaFirst } from "./reader/chunk.ts";

/** Where a kind of server takes chat requests, and how it answers. */
export interface ChatProtocol {
  /** What follows the base address. */
  readonly path: string;
  /** An address that ends so is complete. */
  readonly endpoint: string;
  /** An end of the base address that the path does not expect. */
  readonly pastedSuffix: RegExp;
  /** What its lines say. */
  readonly dialect: ChunkFormat;
}

/**
 * The OpenAI chat completions protocol, as remote services, LM Studio and many others speak it:
 * POST {base}/v1/chat/completions, answered by server-sent events.
 */
export const chatCompletions: ChatProtocol = {
  path: "/v1/chat/completions",
  endpoint: "/chat/completions",
  pastedSuffix: /\/v1$/,
  dialect: { read: readCompletionFirst, isLineByLine: false },
};

/** Ollama's chat protocol: POST {base}/api/chat, answered by one JSON object per line. */
export const ollamaChat: ChatProtocol = {
  path: "/api/chat",
  endpoint: "/api/chat",
  // People paste the address of the OpenAI-compatible endpoint, or the one in Ollama's API docs.
  pastedSuffix: /\/(v1|api)$/,
  dialect: { read: readOllamaFirst, isLineByLine: true },
};
