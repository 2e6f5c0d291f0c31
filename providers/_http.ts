// Copyright 2026 the Rivulet authors. MIT license.

import { untilStopped } from "./_abort.ts";
import type { TokenSource } from "./_provider.ts";
import { refusalError } from "./_refusal.ts";
import { buildChatRequest, type ChatProtocol, type ChatRequest } from "./_request.ts";
import { StreamParser } from "./_stream_parser.ts";
import { TextReader } from "./_text_reader.ts";
import { ProviderError, rememberOrigin, streamError } from "./errors.ts";
import type { LLMProviderConfig, LLMProviderDefinition } from "./types.ts";

/** The token source of a provider that is reached over HTTP. */
export function httpSource(definition: LLMProviderDefinition, protocol: ChatProtocol): TokenSource {
  return async function* (config, request, stop) {
    const chatRequest = buildChatRequest({ definition, protocol }, config, request);
    const response = await send(chatRequest, config, { signal: request.signal ?? stop, stop });
    if (!response.ok) throw await refusalError(response, { url: chatRequest.url, config, stop });
    const reader = new TextReader(readableBody(response), stop);
    const parser = new StreamParser(protocol.createParser());
    try {
      // The parts of one chunk go together: a promise for each token would cost more than the token.
      while (!parser.ended) {
        const { done, value } = await reader.read();
        const parts = done ? parser.end(reader.end()) : parser.push(reader.take(value));
        if (parts.length > 0) yield parts;
      }
    } catch (cause) {
      throw streamError(cause instanceof Error ? cause.message : String(cause), { cause });
    } finally {
      reader.close();
    }
  };
}

async function send(
  { url, init }: ChatRequest,
  config: LLMProviderConfig,
  { signal, stop }: { signal: AbortSignal; stop: AbortSignal },
): Promise<Response> {
  try {
    const pending = (config.fetch ?? globalThis.fetch)(url, { ...init, signal });
    // An answer that comes too late is of no use to anyone, and unread it would hold its
    // connection.
    pending.then((late) => stop.aborted ? late.body?.cancel() : undefined).catch(() => {});
    return await untilStopped(pending, stop);
  } catch (error) {
    rememberOrigin(error, "fetch");
    throw error;
  }
}

function readableBody({ body }: Response): ReadableStream<Uint8Array<ArrayBuffer>> {
  if (body !== null && !body.locked) return body;
  throw new ProviderError("no-body", "Streaming response body is not available");
}
