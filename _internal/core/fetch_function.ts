// Copyright 2026 the Rivulet authors. MIT license.

// What is used of `fetch`, in types of our own: the declarations of Deno, browsers, Node and Bun
// differ in what is not.

/** How a request is sent. */
export interface FetchInit {
  /** `POST`, or `GET` for a list of models. */
  method: "GET" | "POST";
  /** The headers of the request. */
  headers?: Record<string, string>;
  /** A JSON text. */
  body?: string;
  /** Follows the caller's signal, and is aborted when the answer is over for us. */
  signal: AbortSignal;
  /** Redirects are never followed. */
  redirect: "manual";
  /** No credentials go to a server that embeds. */
  credentials?: "omit";
}

/** An answer; a Response of any platform fits. */
export interface FetchResponse {
  /** Whether the status is 2xx. */
  readonly ok: boolean;
  /** The HTTP status. */
  readonly status: number;
  /** The words beside the status. */
  readonly statusText?: string;
  /** `opaqueredirect` for a redirect that a browser hides. */
  readonly type?: string;
  /** The headers of the answer. */
  readonly headers?: { get(name: string): string | null };
  /** A ReadableStream of bytes, or anything to iterate over that gives bytes. */
  readonly body?: unknown;
  /** Reads the whole body, for an answer without a readable one. */
  text?(): Promise<string>;
}

/** A function that sends requests, such as the platform's own `fetch`. */
export type FetchFunction = (url: string, init: FetchInit) => Promise<FetchResponse>;

/**
 * The name of {@linkcode FetchFunction} in version 0.1.
 *
 * @deprecated Use {@linkcode FetchFunction}.
 */
export type FetchLike = FetchFunction;

/**
 * The name of {@linkcode FetchInit} in version 0.1.
 *
 * @deprecated Use {@linkcode FetchInit}.
 */
export type FetchLikeInit = FetchInit;

/**
 * The name of {@linkcode FetchResponse} in version 0.1.
 *
 * @deprecated Use {@linkcode FetchResponse}.
 */
export type FetchLikeResponse = FetchResponse;
