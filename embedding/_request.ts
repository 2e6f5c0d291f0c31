// Copyright 2026 the Rivulet authors. MIT license.

import { abortError, untilAborted } from "./batching/abort.ts";
import { type Answer, messageOf, readText, serverReason } from "./_answer.ts";
import { EmbeddingError } from "./errors.ts";

/** The server and the model that all requests of one client are for. */
export interface LocalServer {
  readonly baseUrl: string;
  readonly model: string;
  readonly timeoutMs: number;
}

/** One request: a POST where it has a body, else a GET. */
export interface LocalRequest {
  readonly path: string;
  /** What the error messages call it. */
  readonly name: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

const MAX_ERROR_BYTES = 64 * 1024;

/**
 * Sends a request and hands the answer, if its status is 200, to `read`. The time-out covers both.
 *
 * This is the one place where an abort and a time-out are judged: whichever comes first becomes the
 * reason of the inner signal, and that reason is what the request rejects with.
 */
export async function sendRequest<T>(
  server: LocalServer,
  request: LocalRequest,
  read: (answer: Answer) => Promise<T>,
): Promise<T> {
  const { signal } = request;
  if (signal?.aborted) throw abortError(signal);
  const { timeoutMs } = server;
  const controller = new AbortController();
  const timer = setTimeout(() => {
    const message = `Local server request timed out after ${timeoutMs}ms`;
    controller.abort(new EmbeddingError(message, { code: "timeout" }));
  }, timeoutMs);
  const onAbort = () => controller.abort(abortError(signal!));
  signal?.addEventListener("abort", onAbort);
  try {
    const work = exchange(server.baseUrl + request.path, request, controller.signal, read);
    return await untilAborted(work, controller.signal, (inner) => inner.reason);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

async function exchange<T>(
  url: string,
  request: LocalRequest,
  signal: AbortSignal,
  read: (answer: Answer) => Promise<T>,
): Promise<T> {
  const fail: Answer["fail"] = (reason, options) =>
    new EmbeddingError(`Local server ${request.name} failed: ${reason}`, {
      code: "format",
      ...options,
      reason,
    });
  let response: Response;
  try {
    response = await fetch(url, requestInit(request, signal));
  } catch (error) {
    throw fail(messageOf(error), { code: "network", cause: error });
  }
  const answer = { response, signal, fail };
  // Anything but 200 is a failure, a redirect too: a followed POST would turn into a GET.
  if (response.status === 200) return await read(answer);
  const { status } = response;
  throw fail(await whyRefused(answer), { code: "http", ...(status > 0 && { status }) });
}

function requestInit(request: LocalRequest, signal: AbortSignal): RequestInit {
  const shared: RequestInit = { signal, redirect: "manual", credentials: "omit" };
  if (request.body === undefined) return { method: "GET", ...shared };
  return {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(request.body),
    ...shared,
  };
}

async function whyRefused(answer: Answer): Promise<string> {
  const { response } = answer;
  // Browsers hide everything about a redirect that they were told not to follow.
  if (response.type === "opaqueredirect") return "the server redirects to another address";
  const location = response.headers.get("Location");
  const body = await readErrorBody(answer);
  if (response.status >= 300 && response.status < 400 && location !== null) {
    return `the server redirects to "${location}"`;
  }
  return serverReason(body) ?? `${response.status} ${response.statusText}`.trim();
}

/** What cannot be read adds nothing: the status alone is the reason then. */
async function readErrorBody(answer: Answer): Promise<unknown> {
  try {
    return JSON.parse(await readText(answer, MAX_ERROR_BYTES));
  } catch {
    return undefined;
  }
}
