// Copyright 2026 the Rivulet authors. MIT license.

// Preloaded for the examples of the docs: answers in place of the servers that they ask, so that
// every example runs.

import { stubFetch } from "./stub_response.ts";

const SSE = 'data: {"choices":[{"delta":{"content":"Hi"}}]}\n\ndata: [DONE]\n\n';
const NDJSON = '{"message":{"content":"Hi"}}\n{"done":true}\n';

const answers: Record<string, (body: { input: string[] }) => Response> = {
  "/api/chat": () => new Response(NDJSON),
  "/v1/chat/completions": () => new Response(SSE),
  "/api/tags": () => Response.json({ models: [{ name: "all-minilm" }] }),
  "/v1/models": () => Response.json({ data: [{ id: "local-model" }] }),
  "/api/embed": ({ input }) =>
    Response.json({ embeddings: input.map(({ length }) => [1, 1 / length]) }),
};

globalThis.fetch = stubFetch((url, { body }) => {
  const { pathname } = new URL(url);
  return answers[pathname]?.(JSON.parse(String(body ?? "{}"))) ?? new Response("", { status: 404 });
});

// Chrome's built-in model, for the example of a provider of one's own.
Object.defineProperty(globalThis, "LanguageModel", {
  value: {
    create: () =>
      Promise.resolve({
        promptStreaming: () => ReadableStream.from(["Hi"]),
        destroy: () => {},
      }),
  },
});
