// Copyright 2026 the Rivulet authors. MIT license.

import { leavingAtOnce } from "../_internal/core/leaving_at_once.ts";
import { AnswerDelivery, type AnswerPlan } from "../_internal/core/answer_delivery.ts";
import { checkOnToken } from "../_internal/core/options.ts";
import type {
  LLMProviderDefinition,
  LLMProviderOptions,
  LLMStreamProvider,
} from "../_internal/core/types.ts";

/** A provider of a source that is known to be no other provider's answer, or may be one. */
export function makeProvider<Id extends string>(
  definition: LLMProviderDefinition<Id>,
  { source, isForeign }: Pick<AnswerPlan, "source" | "isForeign">,
  { models, ...defaults }: LLMProviderOptions = {},
): LLMStreamProvider<Id> {
  const plan = { source, isForeign, defaults, kind: definition.kind };
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
