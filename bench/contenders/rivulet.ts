// Copyright 2026 the Rivulet authors. MIT license.

import { getProviderById } from "@rivulet/llm/providers";
import { type Contender, PROMPT } from "../contender.ts";

const providers = {
  sse: getProviderById("standard-compatible"),
  ndjson: getProviderById("local-a"),
};

export const contender: Contender = {
  ask({ protocol, base, model, fetch, onToken }) {
    const config = { baseUrl: base, model, apiKey: "none", fetch };
    const { signal } = new AbortController();
    return providers[protocol]
      .stream(config, { prompt: PROMPT, contextSnippets: [], signal, onToken });
  },
  async embed({ base, model, texts }) {
    // Not loaded where chats are measured.
    const { OllamaEmbeddingClient } = await import("@rivulet/llm/embedding");
    return new OllamaEmbeddingClient({ baseUrl: base, model, timeoutMs: 60_000 }).embedBatch(texts);
  },
};

/** Asks for an async iterable instead. */
export const tokens: Contender = {
  async ask({ protocol, base, model, fetch, onToken }) {
    const config = { baseUrl: base, model, apiKey: "none", fetch };
    const { signal } = new AbortController();
    const answer = providers[protocol].tokens(config, { prompt: PROMPT, signal });
    for await (const token of answer) onToken(token);
  },
};
