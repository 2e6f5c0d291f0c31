// Copyright 2026 the Rivulet authors. MIT license.

import { type FetchFunction, type FetchInit, OllamaEmbeddingClient } from "@rivulet/llm";
import type { Target } from "./target.ts";

/** A first call loads the model. */
const TIMEOUT_MS = 120_000;

export function clientOf(
  { baseUrl, embeddingModel = "" }: Target,
  { model = embeddingModel, timeoutMs = TIMEOUT_MS, fetch }: {
    model?: string;
    timeoutMs?: number;
    fetch?: FetchFunction;
  } = {},
): OllamaEmbeddingClient {
  return new OllamaEmbeddingClient({ baseUrl, model, timeoutMs, fetch });
}

/** The server as one of before `/api/embed`: its other endpoints are its own. */
export function withoutEmbed(url: string, init: FetchInit): Promise<Response> {
  return url.endsWith("/api/embed")
    ? Promise.resolve(new Response("404 page not found", { status: 404 }))
    : fetch(url, init as RequestInit);
}
