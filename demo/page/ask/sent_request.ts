// Copyright 2026 the Rivulet authors. MIT license.

import {
  getProviderById,
  type LLMProviderConfig,
  type LLMProviderId,
  type LLMStreamRequest,
  ProviderError,
} from "@rivulet/llm/providers";
import type { SentRequest } from "../state/sent_request.ts";

/**
 * The very request that the library would send, without sending it. Rejects with a ProviderError
 * where the configuration does not make a request.
 */
export async function previewRequest(
  id: LLMProviderId,
  config: LLMProviderConfig,
  request: Pick<LLMStreamRequest, "prompt" | "contextSnippets" | "history">,
): Promise<SentRequest> {
  let seen: SentRequest | undefined;
  const isLocal = id === "webllm";
  // A model in this browser gets the same two messages as every other.
  const provider = getProviderById(isLocal ? "local-a" : id);
  const { defaultBaseUrl } = provider.definition;
  const recorder = (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    seen = readRequest(String(url), init);
    return Promise.reject(new Recorded());
  };
  const { signal } = new AbortController();
  try {
    await provider.stream(
      { ...config, ...(isLocal && { baseUrl: defaultBaseUrl }), fetch: recorder },
      { ...request, signal, onToken: () => {} },
    );
  } catch (error) {
    if (!(error instanceof ProviderError && error.cause instanceof Recorded)) throw error;
  }
  return isLocal ? { ...seen!, url: undefined, headers: {} } : seen!;
}

/** Nothing was sent. */
class Recorded extends Error {}

function readRequest(url: string, { headers, body }: RequestInit = {}): SentRequest {
  const { model, messages } = JSON.parse(String(body));
  return { url, headers: redact(headers as Record<string, string>), model, messages };
}

function redact(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) =>
      /authorization|key|token/i.test(name) ? [name, "Bearer (your key)"] : [name, value]
    ),
  );
}
