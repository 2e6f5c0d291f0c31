// Copyright 2026 the Rivulet authors. MIT license.

import { answerChunks } from "./ask.ts";
import { startStub, type StubServer } from "./page_servers.ts";

/**
 * An Ollama, and an LM Studio at the same address, whose vectors know two subjects: pictures, and all
 * others. The LM Studio answers questions, too.
 */
export function startEmbedder(
  options: { pauseMs?: number; models?: string[]; answer?: string } = {},
): StubServer & { options: typeof options } {
  const stub = startStub(async ({ url }, body) => {
    const { pathname } = new URL(url);
    const { models = ["all-minilm:latest"], pauseMs = 0 } = options;
    if (pathname === "/api/tags") {
      return Response.json({ models: models.map((name) => ({ name })) });
    }
    if (pathname === "/v1/models") {
      const list = models.map((id) => ({ id, "owned_by": "organization_owner" }));
      return Response.json({ data: list });
    }
    if (pathname === "/v1/chat/completions") {
      return new Response(answerChunks("local-b", [options.answer ?? "Hello"]).join(""));
    }
    const { input } = JSON.parse(body) as { input: string[] };
    // The first request only asks which endpoint there is.
    if (input.length > 1) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (pathname === "/v1/embeddings") {
      const data = input.map((text, index) => ({ index, embedding: vectorOf(text) }));
      return Response.json({ data });
    }
    return Response.json({ embeddings: input.map(vectorOf) });
  });
  return Object.assign(stub, { options });
}

function vectorOf(text: string): number[] {
  return /photo|picture|snapshot/i.test(text) ? [1, 0] : [0, 1];
}
