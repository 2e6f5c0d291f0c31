// Copyright 2026 the Rivulet authors. MIT license.

// Compiled without types of a browser, every declaration checked: what apps pass has to fit.

import {
  ChatCompletionTokenStream,
  type EmbeddingClient,
  type LLMProviderConfig,
  OllamaEmbeddingClient,
  OpenAICompatibleEmbeddingClient,
} from "@rivulet/llm";
import { createWebLLMProvider } from "@rivulet/llm/webllm";
import { fetch as undiciFetch } from "undici";

const shared = { baseUrl: "", model: "m" };
const snippets: readonly string[] = [];

export const configs: readonly LLMProviderConfig[] = [
  { ...shared, fetch },
  { ...shared, fetch: undiciFetch },
  { ...shared, fetch: (url, init) => fetch(url, init) },
  { ...shared, fetch: async (url: string, init: RequestInit) => await fetch(url, init) },
  { ...shared, headers: new Headers({ "X-Title": "Stars" }) },
  { ...shared, headers: [["X-Title", "Stars"]] },
  { ...shared, headers: { "X-Title": "Stars", "X-Unset": undefined } },
];
export const request = { prompt: "", contextSnippets: snippets };
export const client: EmbeddingClient = new OllamaEmbeddingClient({
  baseUrl: "http://localhost:11434",
  model: "m",
  timeoutMs: 1000,
  fetch: undiciFetch,
});
export const other: EmbeddingClient = new OpenAICompatibleEmbeddingClient({
  baseUrl: "http://localhost:1234",
  model: "m",
  timeoutMs: 1000,
  fetch: undiciFetch,
  extraBody: { dimensions: 256 },
});
export const stream: TransformStream<string, string> = new ChatCompletionTokenStream();
export const provider = createWebLLMProvider();
