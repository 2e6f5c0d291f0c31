// Copyright 2026 the Rivulet authors. MIT license.

import { Answer } from "./_answer.ts";
import type { StreamPart } from "./_stream_parser.ts";
import type {
  LLMProviderConfig,
  LLMProviderDefinition,
  LLMStreamProvider,
  LLMStreamRequest,
  LLMTokenRequest,
} from "./types.ts";

/**
 * Where a provider's answer comes from. Sends nothing before the first read, ends after a part that
 * is `done` or a `failure`, and frees what it holds when it is left or when `stop` is aborted.
 */
export type TokenSource = (
  config: LLMProviderConfig,
  request: LLMTokenRequest,
  stop: AbortSignal,
) => AsyncIterable<StreamPart[]>;

/** A provider from what it is and where its answers come from. */
export function defineProvider(
  definition: LLMProviderDefinition,
  source: TokenSource,
): LLMStreamProvider {
  return {
    definition: Object.freeze(definition),
    stream: (config, request) => streamAnswer(source, config, request),
    tokens: (config, request) => iterateAnswer(source, config, request),
  };
}

async function streamAnswer(
  source: TokenSource,
  config: LLMProviderConfig,
  request: LLMStreamRequest,
): Promise<void> {
  const answer = new Answer(config, request);
  try {
    for await (const parts of source(config, request, answer.stop)) {
      for (const part of parts) {
        const token = answer.take(part);
        if (token !== "") answer.call("onToken", token);
      }
    }
    answer.finish();
  } catch (error) {
    throw answer.judge(error);
  } finally {
    answer.close();
  }
}

function iterateAnswer(
  source: TokenSource,
  config: LLMProviderConfig,
  request: LLMTokenRequest,
): AsyncIterable<string> {
  let answer: Answer | undefined;

  async function* iterate(): AsyncGenerator<string, undefined> {
    answer = new Answer(config, request);
    try {
      for await (const parts of source(config, request, answer.stop)) {
        for (const part of parts) {
          const token = answer.take(part);
          if (token !== "") yield token;
        }
      }
      answer.finish();
    } catch (error) {
      if (!answer.left) throw answer.judge(error);
    } finally {
      answer.close();
    }
  }

  const tokens = iterate();
  // A generator lets `return()` wait for the read that is under way, and that one may wait for a
  // silent server.
  const finish = tokens.return.bind(tokens);
  tokens.return = (value) => {
    answer?.leave();
    return finish(value);
  };
  return tokens;
}
