// Copyright 2026 the Rivulet authors. MIT license.

import {
  getProviderById,
  getProviderDefinitions,
  type LLMFinish,
  type LLMProviderConfig,
  type LLMProviderId,
  type LLMStreamProvider,
  type LLMStreamRequest,
} from "@rivulet/llm";
import { answerChunks } from "./protocol.ts";
import { stubFetch, stubResponse } from "./stub_response.ts";

export { answerChunks };

/** The providers that are reached over HTTP. */
export const httpProviderIds: LLMProviderId[] = getProviderDefinitions()
  .filter(({ defaultBaseUrl }) => defaultBaseUrl !== "")
  .map(({ id }) => id);

/** The two ways to ask. */
export const methods = ["stream", "tokens"] as const;

export type Method = typeof methods[number];

/** A configuration that each HTTP provider accepts. */
export function configFor(
  id: LLMProviderId,
  config: Partial<LLMProviderConfig> = {},
): LLMProviderConfig {
  const { defaultBaseUrl, defaultModel } = getProviderById(id).definition;
  return { baseUrl: defaultBaseUrl, model: defaultModel, apiKey: "test-key", ...config };
}

/** A request that nobody aborts and whose tokens go nowhere. */
export function requestFor(request: Partial<LLMStreamRequest> = {}): LLMStreamRequest {
  return {
    prompt: "Which one?",
    contextSnippets: [],
    signal: new AbortController().signal,
    onToken: () => {},
    ...request,
  };
}

/** What a caller saw of an answer. */
export interface Outcome {
  /** The tokens, and the reasoning in parentheses, in their order. */
  seen: string[];
  tokens: string[];
  reasoning: string[];
  finish?: LLMFinish;
  error?: unknown;
}

/** A request, and in which way it is asked. */
type Asked = Partial<LLMStreamRequest> & { method?: Method | undefined };

/** Asks one of the package's providers, and takes note of all that comes. */
export function askProvider(
  id: LLMProviderId,
  config: Partial<LLMProviderConfig> = {},
  asked: Asked = {},
): Promise<Outcome> {
  return outcomeOf(getProviderById(id), configFor(id, config), asked);
}

/** Asks any provider, and takes note of all that comes. */
export async function outcomeOf(
  { stream, tokens }: Pick<LLMStreamProvider, "stream" | "tokens">,
  config: LLMProviderConfig,
  { method = "stream", ...request }: Asked = {},
): Promise<Outcome> {
  const outcome: Outcome = { seen: [], tokens: [], reasoning: [] };
  const fullRequest = requestFor({
    ...request,
    onToken(token) {
      outcome.seen.push(token);
      outcome.tokens.push(token);
      return request.onToken?.(token);
    },
    onReasoning(text) {
      outcome.seen.push(`(${text})`);
      outcome.reasoning.push(text);
      return request.onReasoning?.(text);
    },
    onFinish(summary) {
      outcome.finish = summary;
      return request.onFinish?.(summary);
    },
  });
  try {
    if (method === "stream") await stream(config, fullRequest);
    else for await (const token of tokens(config, fullRequest)) await fullRequest.onToken(token);
  } catch (error) {
    outcome.error = error;
  }
  return outcome;
}

/** A `fetch` that answers with these tokens and keeps what it was asked. */
export function answeringFetch(id: LLMProviderId, tokens: string[]): {
  fetch: typeof fetch;
  requests: { url: string; init: RequestInit }[];
} {
  const requests: { url: string; init: RequestInit }[] = [];
  const fetch = stubFetch((url, init) => {
    requests.push({ url, init });
    return stubResponse({ chunks: answerChunks(id, tokens) });
  });
  return { fetch, requests };
}
