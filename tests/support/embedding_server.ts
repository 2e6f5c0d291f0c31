// Copyright 2026 the Rivulet authors. MIT license.

/**
 * A small Ollama for the embedding tests: one handler, behind a stubbed `fetch` or a loopback
 * socket.
 *
 * @module
 */

import { stub } from "@std/testing/mock";
import { OllamaEmbeddingClient } from "@rivulet/llm/embedding";

/** A request as the server saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: { model?: string; input?: string[]; prompt?: string };
}

/** A request that was made through the stubbed `fetch`. */
export interface StubbedRequest extends SeenRequest {
  readonly signal: AbortSignal;
}

export type Handler = (request: SeenRequest) => Response | Promise<Response>;

export const BASE_URL = "http://localhost:11434";

export function makeClient(baseUrl = BASE_URL, timeoutMs = 60_000): OllamaEmbeddingClient {
  return new OllamaEmbeddingClient({ baseUrl, model: "m", timeoutMs });
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

export function answerLikeOldOllama(request: SeenRequest): Response {
  return answerLikeOllama(request, "old");
}

/** Answers the probe like a current server, and whatever else comes with `handler`. */
export function afterProbe(handler: Handler): Handler {
  return (request) => isProbe(request) ? answerLikeOllama(request) : handler(request);
}

export function isProbe({ path, body }: SeenRequest): boolean {
  return path === "/api/embed" && body.input?.length === 1 && body.input[0] === "ping";
}

/** A call of the stubbed `fetch`, with the arguments as they came. */
export interface FetchCall {
  readonly input: unknown;
  readonly init: RequestInit;
}

/** Replaces `fetch` by the handler until disposed; the answers heed no signal. */
export function stubServer(
  handler: Handler,
): Disposable & { calls: FetchCall[]; requests: StubbedRequest[] } {
  const calls: FetchCall[] = [];
  const requests: StubbedRequest[] = [];
  const stubbed = stub(globalThis, "fetch", async (input, init = {}) => {
    calls.push({ input, init });
    const request: StubbedRequest = {
      method: init.method ?? "GET",
      path: new URL(String(input)).pathname,
      headers: init.headers as Record<string, string> ?? {},
      body: typeof init.body === "string" ? JSON.parse(init.body) : {},
      signal: init.signal!,
    };
    requests.push(request);
    return await handler(request);
  });
  return { calls, requests, [Symbol.dispose]: () => stubbed.restore() };
}

/** A body that never ends, and when it was read from and cancelled. */
export interface EndlessBody {
  readonly stream: ReadableStream<Uint8Array>;
  readonly read: Promise<void>;
  readonly cancelled: Promise<void>;
}

export function endlessBody(start = ""): EndlessBody {
  const read = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<void>();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      if (start !== "") controller.enqueue(new TextEncoder().encode(start));
    },
    pull: () => {
      read.resolve();
      return new Promise(() => {});
    },
    cancel: () => cancelled.resolve(),
  }, { highWaterMark: 0 });
  return { stream, read: read.promise, cancelled: cancelled.promise };
}

/** The handler behind a loopback socket. */
export function startServer(
  handler: Handler,
): AsyncDisposable & { baseUrl: string; requests: SeenRequest[] } {
  const requests: SeenRequest[] = [];
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request) => {
      const text = await request.text();
      const seen: SeenRequest = {
        method: request.method,
        path: new URL(request.url).pathname,
        headers: Object.fromEntries(request.headers),
        body: text === "" ? {} : JSON.parse(text),
      };
      requests.push(seen);
      return await handler(seen);
    },
  );
  return {
    baseUrl: `http://127.0.0.1:${server.addr.port}`,
    requests,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** A 200 answer with this body, as it goes over the wire. */
export function rawAnswer(body: string): string {
  return `HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/**
 * A socket that gives one answer a connection and then closes it, for answers that no HTTP server
 * would send. When it has no more answers it is silent: `asked` resolves when a request has come
 * that gets none, and `left` when the client has closed that connection.
 */
export function startRawServer(
  ...answers: string[]
): AsyncDisposable & { baseUrl: string; asked: Promise<void>; left: Promise<void> } {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const asked = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const serving = (async () => {
    for await (const connection of listener) {
      await readRequest(connection);
      const answer = answers.shift();
      if (answer !== undefined) {
        await connection.write(new TextEncoder().encode(answer));
      } else {
        asked.resolve();
        await connection.read(new Uint8Array(1)).catch(() => {}); // its end, or a reset
        left.resolve();
      }
      connection.close();
    }
  })();
  return {
    baseUrl: `http://127.0.0.1:${(listener.addr as Deno.NetAddr).port}`,
    asked: asked.promise,
    left: left.promise,
    async [Symbol.asyncDispose]() {
      listener.close();
      await serving;
    },
  };
}

/** Reads to the end of the JSON body, which every request to this server has. */
async function readRequest(connection: Deno.Conn): Promise<void> {
  const buffer = new Uint8Array(16_384);
  let text = "";
  while (!text.endsWith("}")) {
    const count = await connection.read(buffer);
    if (count === null) return;
    text += new TextDecoder().decode(buffer.subarray(0, count));
  }
}
