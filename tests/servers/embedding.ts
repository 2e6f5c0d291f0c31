// Copyright 2026 the Rivulet authors. MIT license.

import {
  type EmbeddingClient,
  type FetchFunction,
  type FetchInit,
  OllamaEmbeddingClient,
  OpenAICompatibleEmbeddingClient,
} from "@rivulet/llm";
import type { Target } from "./target.ts";

/** A first call loads the model. */
const TIMEOUT_MS = 120_000;

interface ClientOptions {
  model?: string | undefined;
  timeoutMs?: number;
  fetch?: FetchFunction;
}

/** The client for the protocol of the server. */
export function clientOf(target: Target, options: ClientOptions = {}): EmbeddingClient {
  if (target.kind === "ollama") return ollamaClientOf(target, options);
  const { baseUrl, embeddingModel = "", key: apiKey } = target;
  const { model = embeddingModel, timeoutMs = TIMEOUT_MS, fetch } = options;
  const allowRemote = apiKey !== undefined;
  return new OpenAICompatibleEmbeddingClient({
    baseUrl,
    model,
    timeoutMs,
    fetch,
    apiKey,
    allowRemote,
  });
}

/** The client that knows more of its server. */
export function ollamaClientOf(
  { baseUrl, embeddingModel = "" }: Target,
  { model = embeddingModel, timeoutMs = TIMEOUT_MS, fetch }: ClientOptions = {},
): OllamaEmbeddingClient {
  return new OllamaEmbeddingClient({ baseUrl, model, timeoutMs, fetch });
}

/** Why a check is for Ollama alone. */
export function ofOllamaAlone({ kind }: Target): string | undefined {
  return kind === "ollama" ? undefined : "a matter of Ollama";
}

/** The server as one of before `/api/embed`: its other endpoints are its own. */
export function withoutEmbed(url: string, init: FetchInit): Promise<Response> {
  return url.endsWith("/api/embed")
    ? Promise.resolve(new Response("404 page not found", { status: 404 }))
    : fetch(url, init as RequestInit);
}
