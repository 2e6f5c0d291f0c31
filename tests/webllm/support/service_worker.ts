// Copyright 2026 the Rivulet authors. MIT license.

// A service worker that asks, and sends back what comes of it.

import { formatProviderError, webllm } from "@rivulet/llm";
import { createWebLLMProvider } from "@rivulet/llm/webllm";

interface Message {
  readonly data: "registry" | "own";
  readonly source: { postMessage(message: unknown): void };
}

globalThis.addEventListener("message", async (event) => {
  const { data, source } = event as unknown as Message;
  const provider = data === "registry" ? webllm : createWebLLMProvider();
  const request = { prompt: "Q", contextSnippets: [], onToken() {} };
  const { signal } = new AbortController();
  try {
    await provider.stream({ baseUrl: "", model: "m" }, { ...request, signal });
  } catch (error) {
    source.postMessage([(error as { code: string }).code, formatProviderError(error, "local")]);
  }
});
