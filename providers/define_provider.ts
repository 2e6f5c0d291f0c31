// Copyright 2026 the Rivulet authors. MIT license.

import { leavingAtOnce } from "../_internal/core/leaving_at_once.ts";
import { AnswerDelivery } from "../_internal/core/answer_delivery.ts";
import { checkOnToken } from "../_internal/core/options.ts";
import type {
  LLMProviderDefinition,
  LLMProviderOptions,
  LLMStreamProvider,
  TokenSource,
} from "../_internal/core/types.ts";

/**
 * Makes a provider of your own, which keeps the contract of the four: an abort rejects at once, a
 * callback that throws ends the answer, nothing is asked before the first read, and leaving the loop
 * closes the source.
 *
 * @param definition What the provider is; its id may be any text.
 * @param source Where its answers come from.
 * @param options What holds for a request unless it says otherwise, and how its models are listed.
 * @returns The provider. Its definition is frozen.
 *
 * @example A provider that repeats the question
 * ```ts
 * import { buildMessages, defineProvider } from "@rivulet/llm";
 *
 * const echo = defineProvider(
 *   {
 *     id: "echo",
 *     label: "Echo",
 *     kind: "local",
 *     defaultBaseUrl: "",
 *     defaultModel: "echo",
 *     requiresApiKey: false,
 *   },
 *   async function* (_config, request) {
 *     const [, question] = buildMessages(request);
 *     yield* question!.content.split(" ");
 *   },
 * );
 *
 * const config = { baseUrl: "", model: "echo" };
 * for await (const token of echo.tokens(config, { prompt: "Hello world" })) console.log(token);
 * ```
 */
export function defineProvider<Id extends string>(
  definition: LLMProviderDefinition<Id>,
  source: TokenSource,
  options: LLMProviderOptions = {},
): LLMStreamProvider<Id> {
  const { models, ...defaults } = options;
  const plan = { source, defaults, kind: definition.kind };
  return {
    ...(models !== undefined && { models }),
    definition: Object.freeze(definition),
    stream: (config, request) =>
      streamAnswer(() => {
        checkOnToken(request);
        return new AnswerDelivery(plan, config, request);
      }),
    tokens: (config, request) => iterateAnswer(() => new AnswerDelivery(plan, config, request)),
  };
}

async function streamAnswer(begin: () => AnswerDelivery): Promise<void> {
  const answer = begin();
  try {
    await answer.untilStopped(deliver(answer));
  } catch (error) {
    throw answer.judge(error);
  } finally {
    answer.close();
  }
}

async function deliver(answer: AnswerDelivery): Promise<void> {
  while (true) {
    const parts = answer.read(await answer.next());
    if (parts === undefined) break;
    for (const part of parts) {
      const token = answer.take(part);
      if (token !== "") answer.callbacks.call("onToken", token);
    }
  }
  await answer.finish();
}

function iterateAnswer(begin: () => AnswerDelivery): AsyncIterable<string> {
  let answer: AnswerDelivery | undefined;

  async function* iterate(): AsyncGenerator<string, undefined> {
    answer = begin();
    try {
      while (true) {
        const parts = answer.read(await answer.untilStopped(answer.next()));
        if (parts === undefined) break;
        for (const part of parts) {
          const token = answer.take(part);
          if (token !== "") yield token;
        }
      }
      await answer.finish();
    } catch (error) {
      if (!answer.left) throw answer.judge(error);
    } finally {
      answer.close();
    }
  }

  return leavingAtOnce(iterate(), () => answer?.leave());
}
