// Copyright 2026 the Rivulet authors. MIT license.

import { stub } from "@std/testing/mock";

/** A request as the server saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: { model?: string; input?: string[]; prompt?: string };
}

/** A request that was made through the stubbed `fetch`, and what the call handed to it. */
export interface StubbedRequest extends SeenRequest {
  readonly url: unknown;
  readonly init: RequestInit;
  readonly signal: AbortSignal;
}

/** What a server answers to a request. */
export type Handler<Answer = Response> = (request: SeenRequest) => Answer | Promise<Answer>;

/** Never answers. */
export function silence(): Promise<Response> {
  return new Promise(() => {});
}

/** Replaces `fetch` by the handler until disposed; the answers heed no signal. */
export function stubServer(handler: Handler): Disposable & { requests: StubbedRequest[] } {
  const requests: StubbedRequest[] = [];
  const stubbed = stub(globalThis, "fetch", async (url, init = {}) => {
    const request: StubbedRequest = {
      method: init.method ?? "GET",
      path: new URL(String(url)).pathname,
      headers: init.headers as Record<string, string> ?? {},
      body: typeof init.body === "string" ? JSON.parse(init.body) : {},
      signal: init.signal!,
      url,
      init,
    };
    requests.push(request);
    return await handler(request);
  });
  return { requests, [Symbol.dispose]: () => stubbed.restore() };
}
