// Copyright 2026 the Rivulet authors. MIT license.

import { CallSignal } from "../../core/call_signal.ts";
import { EmbeddingError } from "../../core/embedding_error.ts";
import type { FetchFunction, FetchInit, FetchResponse } from "../../core/fetch_function.ts";
import { HttpCall } from "../http_call.ts";
import { networkWords, timeOutWords } from "../network_failure.ts";
import { readRefusal } from "../refusal.ts";
import { ProxyInTheWay } from "../way/environment_proxy.ts";
import type { ServerAnswer } from "./server_answer.ts";

/** The server and the model that all requests of one client are for. */
export interface LocalServer {
  readonly baseUrl: string;
  readonly model: string;
  readonly timeoutMs: number;
  /** Looked up for each request if it is left out. */
  readonly fetch: FetchFunction | undefined;
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
  const stop = new CallSignal(request.signal);
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
      answerOf(server, stoppable, (answer) => read({ ...answer, checkTime })),
    );
  } finally {
    clearTimeout(timer);
    stop.release();
  }
}

async function answerOf<T>(
  server: LocalServer,
  request: LocalRequest,
  read: (answer: Omit<ServerAnswer, "checkTime">) => Promise<T>,
): Promise<T> {
  const fail: ServerAnswer["fail"] = (reason, { code = "format", ...details } = {}) => {
    const message = `Local server ${request.name} failed: ${reason}`;
    return new EmbeddingError(code, message, { ...details, reason });
  };
  const url = server.baseUrl + request.path;
  const call = await open(url, server, request).catch((cause: unknown) => {
    throw networkError(cause, fail);
  });
  try {
    // Anything but 200 is a failure, a redirect too: a followed POST would turn into a GET.
    if (call.response.status === 200) return await read({ call, fail });
    const { status, serverCode, reason = statusWords(call.response) } = await readRefusal(
      call,
      url,
    );
    throw fail(reason, { code: "http", serverCode, ...(status > 0 && { status }) });
  } finally {
    call.close();
  }
}

function networkError(cause: unknown, fail: ServerAnswer["fail"]): EmbeddingError {
  if (cause instanceof ProxyInTheWay) return new EmbeddingError("config", cause.message);
  const late = timeOutWords(cause);
  if (late === undefined) return fail(networkWords(cause), { code: "network", cause });
  const reason = `the server was reached and sent no answer in time (${late})`;
  return fail(reason, { code: "timeout", cause });
}

function statusWords({ status, statusText = "" }: FetchResponse): string {
  return `${status} ${statusText}`.trim();
}

function open(
  url: string,
  { fetch }: LocalServer,
  { body, signal }: LocalRequest,
): Promise<HttpCall> {
  const shared = { redirect: "manual", credentials: "omit" } as const;
  const init: Omit<FetchInit, "signal"> = body === undefined ? { method: "GET", ...shared } : {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    ...shared,
  };
  return HttpCall.open({ url, init, fetch, isPrivate: true, bufferSize: BUFFER_SIZE }, signal);
}
