// Copyright 2026 the Rivulet authors. MIT license.

import { untilStopped } from "../_abort.ts";
import { readCompletion } from "../_chat_completions.ts";
import { buildMessages } from "../_messages.ts";
import type { TokenSource } from "../_provider.ts";
import type { StreamPart } from "../_stream_parser.ts";
import type { LLMProviderConfig, LLMTokenRequest } from "../types.ts";
import { ThinkingSplitter } from "../thinking.ts";
import type { EngineRequest } from "./_engine.ts";
import type { EngineAnswer } from "./_engine_answer.ts";
import { engineError } from "./_engine_errors.ts";
import { Runtime } from "./_runtime.ts";

/** The token source of a model in the browser; by default one with an engine on this thread. */
export function webllmSource(runtime: Runtime = new Runtime({})): TokenSource {
  return async function* (config, request, stop) {
    const { model } = config;
    const turn = await runtime.enter(config, { purpose: "chat", stop });
    let answer: EngineAnswer | undefined;
    try {
      const engine = yield* turn.feed.until(runtime.load(turn, config), stop);
      answer = engine.answer(buildRequest(config, request));
      yield* readAnswer(answer, { model, stop });
    } finally {
      // The caller does not wait for this, the next turn does.
      runtime.leave(turn, answer?.end());
    }
  };
}

/** The request that the engine gets; the same rules for `extraBody` as over HTTP. */
function buildRequest(config: LLMProviderConfig, request: LLMTokenRequest): EngineRequest {
  return {
    ...{ "stream_options": { "include_usage": true } },
    ...config.extraBody,
    model: config.model,
    stream: true,
    messages: buildMessages(request),
  };
}

async function* readAnswer(
  answer: EngineAnswer,
  { model, stop }: { model: string; stop: AbortSignal },
): AsyncGenerator<StreamPart[]> {
  const thinking = new ThinkingSplitter();
  let done = false;
  try {
    while (true) {
      stop.throwIfAborted();
      const chunk = await untilStopped(answer.next(), stop);
      if (chunk === undefined) break;
      const { token, ...rest } = readCompletion(chunk);
      done ||= rest.finishReason !== undefined;
      yield [...token ? thinking.push(token) : [], rest];
    }
  } catch (error) {
    stop.throwIfAborted();
    throw engineError(error, model);
  }
  yield [...thinking.end(), { done }];
}
