// Copyright 2026 the Rivulet authors. MIT license.

import { BodyReader, readableBody } from "./body_reader.ts";
import { proxyBypass } from "./way/proxy_bypass.ts";
import type { FetchFunction, FetchInit, FetchResponse } from "../core/fetch_function.ts";

/** A request, ready to be sent; the signal is the exchange's own. */
export interface HttpRequest {
  readonly url: string;
  readonly init: Omit<FetchInit, "signal">;
  /** The caller's own; the platform's, looked up for each request, if it is left out. */
  readonly fetch: FetchFunction | undefined;
  /** Whether no proxy may ever see it, even where it cannot be told whether there is one. */
  readonly isPrivate: boolean;
  /** How many bytes of the answer are read at once, at most. */
  readonly bufferSize: number;
}

/**
 * How long and how far the end of a body is awaited once nothing in it counts any more: a connection
 * that is read to the end of its answer serves the next request, one that is cut is lost, with its
 * TLS handshake.
 */
const MAX_REST_MS = 50;
const MAX_REST_BYTES = 64 * 1024;

/** A `fetch` that somebody has put in its place knows its own ways. */
const platformFetch: unknown = /* @__PURE__ */ (() => globalThis.fetch)();

/** One request and its answer. Whoever opens an exchange finishes or closes it. */
export class HttpCall {
  readonly response: FetchResponse;
  /** Reads the body; undefined if there is none that can be read. */
  readonly body: BodyReader | undefined;
  readonly #fetching: AbortController;
  readonly #unfollow: () => void;
  readonly #close = (): void => this.close();

  private constructor(
    response: FetchResponse,
    { fetching, unfollow, bufferSize }: {
      fetching: AbortController;
      unfollow: () => void;
      bufferSize: number;
    },
  ) {
    this.response = response;
    this.#fetching = fetching;
    this.#unfollow = unfollow;
    const stream = readableBody(response.body);
    this.body = stream && new BodyReader(stream, bufferSize);
  }

  /** Sends a request. Rejects with what `fetch` throws, or with the reason of the signal. */
  static async open(request: HttpRequest, signal: AbortSignal): Promise<HttpCall> {
    const { url, init, bufferSize } = request;
    const fetching = new AbortController();
    let call: HttpCall | undefined;
    const onAbort = (): void => call === undefined ? fetching.abort(signal.reason) : call.close();
    const unfollow = (): void => signal.removeEventListener("abort", onAbort);
    signal.addEventListener("abort", onAbort);
    try {
      const fetch = request.fetch ?? fetchFor(request);
      const response = await fetch(url, { ...init, signal: fetching.signal });
      call = new HttpCall(response, { fetching, unfollow, bufferSize });
      // Not every fetch follows its signal; an answer that comes too late would hold its connection.
      if (signal.aborted) call.close();
      signal.throwIfAborted();
      return call;
    } catch (error) {
      unfollow();
      throw error;
    }
  }

  /** Waits a moment for the end of a body in which nothing counts any more, and then closes. */
  async finish(): Promise<void> {
    const timer = setTimeout(this.#close, MAX_REST_MS);
    try {
      for (let rest = 0; rest <= MAX_REST_BYTES;) {
        const bytes = this.body?.take(await this.body.read());
        if (bytes === undefined) break;
        rest += bytes.length;
      }
    } catch {
      // A body that breaks here has said everything before.
    } finally {
      clearTimeout(timer);
      this.close();
    }
  }

  /** Ends the exchange at once: what is left of the body is cancelled and its connection closed. */
  close(): void {
    this.#unfollow();
    if (this.body === undefined) return;
    const { ended } = this.body;
    this.body.cancel();
    // A cancelled body takes effect in Firefox only when the server sends its next byte.
    if (!ended) this.#fetching.abort();
  }
}

/** The platform's own function, looked up for each request, unless a proxy is in its way. */
function fetchFor({ url, isPrivate }: HttpRequest): FetchFunction {
  const isPlatforms = globalThis.fetch === platformFetch;
  const way = isPlatforms ? proxyBypass(url, { isPrivate }) : undefined;
  return way ?? ((url: string, init: FetchInit) => globalThis.fetch(url, init));
}
