// Copyright 2026 the Rivulet authors. MIT license.

import type { BodyReader } from "../../_shared/body_reader.ts";
import { eventLoopTurn } from "../../_shared/event_loop_turn.ts";
import { Exchange } from "../../_shared/exchange.ts";
import type { FetchLike } from "../../_shared/fetch_like.ts";
import { AnswerParser } from "../_parsing/answer_parser.ts";
import { saysAnything } from "../_parsing/chunk.ts";
import { LineDecoder } from "../_parsing/line_decoder.ts";
import { StreamParser } from "../_parsing/stream_parser.ts";
import { ProviderError } from "../errors.ts";
import type { LLMProviderDefinition, LLMStreamPart, TokenSource } from "../types.ts";
import { buildChatRequest, type ChatRequest } from "./chat_request.ts";
import { brokenAnswer, networkError } from "./network_error.ts";
import type { ChatProtocol } from "./protocols.ts";
import { responseError } from "./response_error.ts";
import { Secrets } from "./secrets.ts";

/**
 * Network chunks of an answer are smaller as a rule. A larger buffer costs memory in each open
 * stream, and from 16 KiB on its allocation takes as long as the reading of several tokens.
 */
const BUFFER_SIZE = 8 * 1024;

/**
 * How much may come without a token: more than the longest line, and far less than what a few
 * compressed bytes can be made to unpack to.
 */
const MAX_BYTES_WITHOUT_TOKEN = 32 * 1024 * 1024;

const TOO_MUCH: LLMStreamPart = { failure: "more than 32 MiB came without a token" };

/** What one question needs beside its request. */
interface Call {
  readonly fetch: FetchLike | undefined;
  readonly secrets: Secrets;
  readonly signal: AbortSignal;
}

/** The token source of a provider that is reached over HTTP. */
export function httpSource(definition: LLMProviderDefinition, protocol: ChatProtocol): TokenSource {
  return async function* (config, request, signal) {
    const chatRequest = buildChatRequest({ definition, protocol }, config, request);
    const secrets = new Secrets(chatRequest, config.apiKey);
    const exchange = await send(chatRequest, { fetch: config.fetch ?? undefined, secrets, signal });
    const { response } = exchange;
    if (!response.ok) throw await responseError(exchange, { url: chatRequest.url, secrets });
    const body = readableBody(exchange);
    const decoder = new LineDecoder();
    const parser = new StreamParser(new AnswerParser(protocol.dialect));
    let silentBytes = 0;
    try {
      // The parts of one chunk go together, and through one generator only: a promise for each token
      // would cost more than the token.
      while (!parser.ended) {
        let parts: readonly LLMStreamPart[];
        if (parser.isBehind) {
          await eventLoopTurn();
          if (signal.aborted) return;
          parts = parser.goOn();
        } else {
          const bytes = body.take(await body.read());
          parts = bytes === undefined
            ? parser.end(decoder.end())
            : parser.push(decoder.push(bytes));
          silentBytes += bytes?.length ?? 0;
        }
        if (parts.some(saysAnything)) silentBytes = 0;
        if (silentBytes > MAX_BYTES_WITHOUT_TOKEN) return yield [TOO_MUCH];
        if (parts.length > 0) yield parser.ended ? withoutSecrets(parts, secrets) : parts;
      }
      await exchange.finish();
    } catch (cause) {
      throw brokenAnswer(cause, secrets);
    } finally {
      exchange.close();
    }
  };
}

async function send(
  { url, init }: ChatRequest,
  { fetch, secrets, signal }: Call,
): Promise<Exchange> {
  try {
    return await Exchange.open(
      { url, init, fetch, isPrivate: false, bufferSize: BUFFER_SIZE },
      signal,
    );
  } catch (cause) {
    throw networkError(cause, secrets);
  }
}

function readableBody(exchange: Exchange): BodyReader {
  if (exchange.body !== undefined) return exchange.body;
  exchange.close();
  throw new ProviderError("no-body", "Streaming response body is not available");
}

/** A failure is always the last part, and the only one in which a server repeats what it was sent. */
function withoutSecrets(parts: readonly LLMStreamPart[], secrets: Secrets): LLMStreamPart[] {
  return parts.map((part) => ({ ...part, failure: secrets.removeFrom(part.failure) }));
}
