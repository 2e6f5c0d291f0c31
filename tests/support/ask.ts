// Copyright 2026 the Rivulet authors. MIT license.

import {
  getProviderById,
  getProviderDefinitions,
  type LLMProviderConfig,
  type LLMProviderId,
  type LLMStreamRequest,
} from "@rivulet/llm";
import { stubFetch, stubResponse } from "./stub_response.ts";

/** The providers that are reached over HTTP. */
export const httpProviderIds: LLMProviderId[] = getProviderDefinitions()
  .map(({ id }) => id)
  .filter((id) => id !== "webllm");

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

/**
 * The lines of an answer with these tokens, in the protocol of a provider; the last one is the end
 * marker.
 */
export function answerChunks(id: LLMProviderId, tokens: string[]): string[] {
  if (id === "local-a") {
    return [
      ...tokens.map((content) => JSON.stringify({ message: { content }, done: false }) + "\n"),
      '{"done":true}\n',
    ];
  }
  return [
    ...tokens.map((content) =>
      `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`
    ),
    "data: [DONE]\n\n",
  ];
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
