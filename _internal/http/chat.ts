// Copyright 2026 the Rivulet authors. MIT license.

import { eventLoopTurn } from "../core/event_loop_turn.ts";
import { ProviderError } from "../core/provider_error.ts";
import type { LLMStreamPart, TokenSource } from "../core/types.ts";
import type { BodyReader } from "./body_reader.ts";
import type { HttpCall } from "./http_call.ts";
import { brokenAnswer, callProvider } from "./provider_call.ts";
import type { HttpPlan } from "./protocols.ts";
import { chatRequest, type ProviderRequest } from "./provider_request.ts";
import { AnswerReader } from "./reader/answer_reader.ts";
import { hasContent } from "./reader/chunk.ts";
import { LineDecoder } from "./reader/line_decoder.ts";
import { StreamParser } from "./reader/stream_parser.ts";
import { Redactor } from "./redactor.ts";

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

/** The token source of a provider that is reached over HTTP. */
export function httpChat(plan: HttpPlan): TokenSource {
  const { format } = plan.protocol.chat;
  return async function* (config, request, signal) {
    const asked = chatRequest(plan, config, request);
    const call = await callProvider(asked, { signal, bufferSize: BUFFER_SIZE });
    const body = readableBody(call);
    const decoder = new LineDecoder();
    const parser = new StreamParser(new AnswerReader(format));
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
        if (parts[0]?.token || parts.some(hasContent)) silentBytes = 0;
        if (silentBytes > MAX_BYTES_WITHOUT_TOKEN) return yield [TOO_MUCH];
        if (parts.length > 0) yield withoutSecrets(parts, asked);
      }
      await call.finish();
    } catch (error) {
      throw brokenAnswer(error, asked);
    } finally {
      call.close();
    }
  };
}

function readableBody(call: HttpCall): BodyReader {
  if (call.body !== undefined) return call.body;
  call.close();
  throw new ProviderError("no-body", "Streaming response body is not available");
}

/** Whether a part may repeat what was sent, and shall not: a failure, or what was not understood. */
function repeats({ failure, skipped }: LLMStreamPart): boolean {
  return failure !== undefined || skipped !== undefined;
}

function withoutSecrets(
  parts: readonly LLMStreamPart[],
  request: ProviderRequest,
): readonly LLMStreamPart[] {
  if (!parts.some(repeats)) return parts;
  const redactor = new Redactor(request);
  return parts.map((part) =>
    repeats(part)
      ? {
        ...part,
        failure: redactor.removeFrom(part.failure),
        serverCode: redactor.removeFrom(part.serverCode),
        skipped: part.skipped && {
          ...part.skipped,
          first: redactor.removeFrom(part.skipped.first),
        },
      }
      : part
  );
}
