// Copyright 2026 the Rivulet authors. MIT license.

import { buildMessages } from "../../core/build_messages.ts";
import { completionMessages } from "../../core/completion_messages.ts";
import { untilAborted, untilStopped } from "../../core/call_signal.ts";
import { checkSignal } from "../../core/options.ts";
import type {
  ListModels,
  LLMProviderConfig,
  LLMStreamPart,
  LLMTokenRequest,
  TokenSource,
} from "../../core/types.ts";
import { readCompletion } from "../../http/reader/chunk.ts";
import { engineError } from "../failures/engine_errors.ts";
import { assertHeeded } from "../package/dropped_fields.ts";
import type { EngineRequest } from "../package/engine_module.ts";
import { LocalModels } from "./local_models.ts";
import type { Answer } from "../session/work.ts";
import type { WebLLMProviderOptions } from "../types.ts";

/** What answers with one engine, and lists its models. */
export interface WebLLMChat {
  readonly local: LocalModels;
  readonly source: TokenSource;
  readonly models: ListModels;
}

export function webllmChat(options: WebLLMProviderOptions): WebLLMChat {
  const local = new LocalModels(options);
  return { local, source: sourceOf(local), models: modelsOf(local) };
}

/** The models that an engine knows; the configuration of a provider says nothing of them. */
function modelsOf(local: LocalModels): ListModels {
  return async (_config, options) => {
    checkSignal(options);
    return await untilStopped(options?.signal, () => local.models());
  };
}

function sourceOf(local: LocalModels): TokenSource {
  return async function* (config, request, stop) {
    const { extraBody, allowModelDownload } = config;
    assertHeeded(extraBody);
    const choice = { model: config.model.trim(), allowModelDownload };
    const { model } = choice;
    const asked = buildRequest(config, request);
    const hasImages = asked.messages.some(({ content }) => typeof content !== "string");
    const turn = await local.enter(choice, { purpose: "chat", hasImages, stop });
    let answer: Answer | undefined;
    try {
      const work = yield* turn.feed.until(local.load(turn, choice), stop);
      answer = work.answer(asked);
      yield* readAnswer(answer, { model, stop });
    } finally {
      // The caller does not wait for this, the next turn does.
      local.leave(turn, answer?.end());
    }
  };
}

/** The request that the engine gets; the same rules for `extraBody` as over HTTP. */
function buildRequest(config: LLMProviderConfig, request: LLMTokenRequest): EngineRequest {
  return {
    ...{ "stream_options": { "include_usage": true } },
    ...(request.jsonSchema && { "response_format": responseFormat(request.jsonSchema) }),
    ...config.extraBody,
    model: config.model.trim(),
    stream: true,
    messages: completionMessages(buildMessages(request)),
  };
}

/** The engine takes the schema as a text, and has a type of its own for it. */
function responseFormat(schema: object): object {
  return { type: "json_object", schema: JSON.stringify(schema) };
}

async function* readAnswer(
  answer: Answer,
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
