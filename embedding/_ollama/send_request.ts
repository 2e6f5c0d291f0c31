// Copyright 2026 the Rivulet authors. MIT license.

import { readErrorBody, reasonInErrorBody } from "../../_shared/error_body.ts";
import { ProxyInTheWay } from "../../_shared/environment_proxy.ts";
import { Exchange } from "../../_shared/exchange.ts";
import type { FetchLike, FetchLikeInit } from "../../_shared/fetch_like.ts";
import { headerOf } from "../../_shared/header_of.ts";
import { messageOf } from "../../_shared/message_of.ts";
import { Stop } from "../../_shared/stop.ts";
import { EmbeddingError } from "../errors.ts";
import type { ServerAnswer } from "./server_answer.ts";

/** The server and the model that all requests of one client are for. */
export interface LocalServer {
  readonly baseUrl: string;
  readonly model: string;
  readonly timeoutMs: number;
  /** Looked up for each request if it is left out. */
  readonly fetch: FetchLike | undefined;
}

/** One request: a POST if it has a body, else a GET. */
export interface LocalRequest {
  readonly path: string;
  /** What the error messages call it. */
  readonly name: string;
  readonly body?: unknown;
  /** Stops the request; the one who aborts it knows the error. */
  readonly signal: AbortSignal;
}

/** Vectors are long: a large buffer saves reads. */
const BUFFER_SIZE = 64 * 1024;

/**
 * Sends a request and hands the answer, if its status is 200, to `read`. The time-out covers both.
 */
export async function sendRequest<T>(
  server: LocalServer,
  request: LocalRequest,
  read: (answer: ServerAnswer) => Promise<T>,
): Promise<T> {
  const { timeoutMs } = server;
  const stop = new Stop(request.signal);
  const onTimeout = (): void => {
    const message = `Local server request timed out after ${timeoutMs}ms`;
    stop.stop(new EmbeddingError("timeout", message));
  };
  const timer = setTimeout(onTimeout, timeoutMs);
  const end = performance.now() + timeoutMs;
  // Not every platform lets a timer come while reads are ready.
  const checkTime = (): void => {
    if (performance.now() > end) onTimeout();
    stop.throwIfStopped();
  };
  const stoppable = { ...request, signal: stop.signal };
  try {
    return await stop.until(
      exchange(server, stoppable, (answer) => read({ ...answer, checkTime })),
    );
  } finally {
    clearTimeout(timer);
    stop.release();
  }
}

async function exchange<T>(
  server: LocalServer,
  request: LocalRequest,
  read: (answer: Omit<ServerAnswer, "checkTime">) => Promise<T>,
): Promise<T> {
  const fail: ServerAnswer["fail"] = (reason, { code = "format", ...details } = {}) => {
    const message = `Local server ${request.name} failed: ${reason}`;
    return new EmbeddingError(code, message, { ...details, reason });
  };
  const exchange = await open(server, request).catch((cause: unknown) => {
    if (cause instanceof ProxyInTheWay) throw new EmbeddingError("config", cause.message);
    throw fail(messageOf(cause), { code: "network", cause });
  });
  try {
    const { status } = exchange.response;
    // Anything but 200 is a failure, a redirect too: a followed POST would turn into a GET.
    if (status === 200) return await read({ exchange, fail });
    throw fail(await reasonOfStatus(exchange), { code: "http", ...(status > 0 && { status }) });
  } finally {
    exchange.close();
  }
}

function open(server: LocalServer, { path, body, signal }: LocalRequest): Promise<Exchange> {
  const shared = { redirect: "manual", credentials: "omit" } as const;
  const init: Omit<FetchLikeInit, "signal"> = body === undefined ? { method: "GET", ...shared } : {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    ...shared,
  };
  const { baseUrl, fetch } = server;
  const url = baseUrl + path;
  return Exchange.open({ url, init, fetch, isPrivate: true, bufferSize: BUFFER_SIZE }, signal);
}

async function reasonOfStatus(exchange: Exchange): Promise<string> {
  const { response } = exchange;
  const { type, status, statusText = "" } = response;
  // Browsers hide everything about a redirect that they were told not to follow.
  if (type === "opaqueredirect") return "the server redirects to another address";
  const location = headerOf(response, "location");
  const reason = reasonInErrorBody(await readErrorBody(exchange));
  if (status >= 300 && status < 400 && location) return `the server redirects to "${location}"`;
  return reason ?? `${status} ${statusText}`.trim();
}
