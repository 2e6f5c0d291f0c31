// Copyright 2026 the Rivulet authors. MIT license.

// Small servers for the embedding tests, an Ollama and one of OpenAI's protocol: a handler each,
// behind a stubbed `fetch` or a loopback socket.

import {
  OllamaEmbeddingClient,
  OpenAICompatibleEmbeddingClient,
  type OpenAICompatibleEmbeddingClientOptions,
} from "@rivulet/llm/embedding";
import { type LoopbackAnswer, type LoopbackServer, startLoopback } from "./loopback.ts";
import type { Handler, SeenRequest } from "./stub_server.ts";

export const BASE_URL = "http://localhost:11434";

export function makeClient(baseUrl = BASE_URL, timeoutMs = 60_000): OllamaEmbeddingClient {
  return new OllamaEmbeddingClient({ baseUrl, model: "m", timeoutMs });
}

/** A client of OpenAI's protocol, unless told otherwise for an address like that of LM Studio. */
export function makeOpenAIClient(
  options: Partial<OpenAICompatibleEmbeddingClientOptions> = {},
): OpenAICompatibleEmbeddingClient {
  const given = { baseUrl: "http://localhost:1234", model: "m", timeoutMs: 60_000, ...options };
  return new OpenAICompatibleEmbeddingClient(given);
}

/** The vector that the servers here give for a text: it tells the text. */
export function vectorOf(text: string): number[] {
  return [text.length, text.charCodeAt(0)];
}

export function vectorsOf(texts: string[]): Float32Array[] {
  return texts.map((text) => Float32Array.from(vectorOf(text)));
}

/** Answers like a current server, or like an old one, which lacks `/api/embed`. */
export function answerLikeOllama(
  { path, body }: SeenRequest,
  age: "new" | "old" = "new",
): Response {
  if (path === "/api/tags") return Response.json({ models: [{ name: "m:latest" }] });
  if (path === "/api/embeddings") return Response.json({ embedding: vectorOf(body.prompt!) });
  if (age === "old") return new Response("404 page not found", { status: 404 });
  return Response.json({ model: "m", embeddings: body.input!.map(vectorOf) });
}

/** Answers like LM Studio, llama.cpp and others of OpenAI's protocol. */
export function answerLikeOpenAI({ path, body }: SeenRequest): Response {
  if (path === "/v1/models") return Response.json({ object: "list", data: [{ id: "m" }] });
  return Response.json({ object: "list", data: body.input!.map(entryOf), model: "m" });
}

function entryOf(text: string, index: number): object {
  return { object: "embedding", embedding: vectorOf(text), index };
}

export function answerLikeOldOllama(request: SeenRequest): Response {
  return answerLikeOllama(request, "old");
}

/** Answers the probe like a current server, and whatever else comes with `handler`. */
export function afterProbe<Answer>(handler: Handler<Answer>): Handler<Answer | Response> {
  return (request) => isProbe(request) ? answerLikeOllama(request) : handler(request);
}

/** Answers the first request in another way than those that follow. */
export function firstly(first: Handler, rest: Handler = answerLikeOllama): Handler {
  let count = 0;
  return (request) => count++ === 0 ? first(request) : rest(request);
}

export function isProbe({ path, body }: SeenRequest): boolean {
  return path === "/api/embed" && body.input?.length === 1 && body.input[0] === "ping";
}

/** The handler behind a loopback socket. */
export function startServer(handler: Handler<LoopbackAnswer>): LoopbackServer {
  return startLoopback(({ headers, body, ...request }) =>
    handler({
      ...request,
      headers: Object.fromEntries(headers),
      body: body === "" ? {} : JSON.parse(body),
    })
  );
}
