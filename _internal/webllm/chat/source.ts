// Copyright 2026 the Rivulet authors. MIT license.

import { untilAborted } from "../../core/call_signal.ts";
import { readCompletion } from "../../http/reader/chunk.ts";
import { buildMessages } from "../../core/build_messages.ts";
import type {
  LLMProviderConfig,
  LLMStreamPart,
  LLMTokenRequest,
  TokenSource,
} from "../../core/types.ts";
import { assertHeeded } from "./dropped_fields.ts";
import type { EngineRequest } from "../package/engine_module.ts";
import type { EngineAnswer } from "../session/engine_answer.ts";
import { engineError } from "../failures/engine_errors.ts";
import { ModelScheduler } from "../session/model_scheduler.ts";

/** The token source of a model in the browser; by default one with an engine on this thread. */
export function webllmSource(scheduler: ModelScheduler = new ModelScheduler({})): TokenSource {
  return async function* (config, request, stop) {
    const { model } = config;
    assertHeeded(config.extraBody);
    const entry = await scheduler.enter(config, { purpose: "chat", stop });
    let answer: EngineAnswer | undefined;
    try {
      const engine = yield* entry.feed.until(scheduler.load(entry, config), stop);
      answer = engine.answer(buildRequest(config, request));
      yield* readAnswer(answer, { model, stop });
    } finally {
      // The caller does not wait for this, the next turn does.
      scheduler.leave(entry, answer?.end());
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
): AsyncGenerator<LLMStreamPart[]> {
  let done = false;
  try {
    while (true) {
      stop.throwIfAborted();
      const chunk = await untilAborted(answer.next(), stop);
      if (chunk === undefined) break;
      const part = readCompletion(chunk);
      done ||= part.finishReason !== undefined;
      yield [part];
    }
  } catch (error) {
    stop.throwIfAborted();
    throw engineError(error, model);
  }
  yield [{ done }];
}
