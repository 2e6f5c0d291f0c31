// Copyright 2026 the Rivulet authors. MIT license.

import type { FetchFunction, FetchInit, FetchResponse } from "../../core/fetch_function.ts";

/** How Node's modules are had without an import, which bundlers for browsers would stumble over. */
export interface NodeProcess {
  getBuiltinModule?(name: string): unknown;
}

/** What is used of `node:http` and `node:https`. */
interface HttpModule {
  request(url: string, options: object, onResponse: (response: IncomingMessage) => void): Outgoing;
  readonly Agent: new (options: object) => object;
}

interface Emitter {
  on(event: string, listener: (error: Error & { code?: unknown }) => void): void;
}

interface Outgoing extends Emitter {
  readonly reusedSocket?: boolean;
  end(body: string | undefined): void;
}

interface IncomingMessage extends Emitter, AsyncIterable<Uint8Array> {
  readonly statusCode: number;
  readonly statusMessage: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** What keeps the connections of each module. */
const agents = /* @__PURE__ */ new WeakMap<HttpModule, object>();

/** How a connection ends that the server has closed meanwhile. */
const STALE = ["ECONNRESET", "EPIPE"];

/**
 * A function like `fetch` that knows no proxy: it connects to the host of the address itself. It
 * follows no redirect, sends no credentials, and unpacks nothing, since it does not ask for it.
 */
export function nodeFetch(process: NodeProcess | undefined): FetchFunction {
  return (url, init) => {
    const name = url.startsWith("https:") ? "node:https" : "node:http";
    return send(process?.getBuiltinModule?.(name) as HttpModule, url, init);
  };
}

function send(http: HttpModule, url: string, init: FetchInit): Promise<FetchResponse> {
  const { method, headers, body, signal } = init;
  return new Promise((resolve, reject) => {
    let answered = false;
    const request = http.request(
      url,
      { method, headers, signal, agent: agentOf(http) },
      (response) => {
        answered = true;
        // Whoever reads the body hears of it; without a listener the program would end.
        response.on("error", () => {});
        resolve(toResponse(response));
      },
    );
    request.on("error", (error) => {
      // The server has closed a connection that was kept. As `fetch` does: on a new one.
      const isStale = request.reusedSocket === true && STALE.includes(String(error.code));
      if (isStale && !answered) resolve(send(http, url, init));
      else reject(error);
    });
    request.end(body);
  });
}

/** With NODE_USE_ENV_PROXY any other agent uses the proxies of the environment, in Deno as well. */
function agentOf(http: HttpModule): object {
  const agent = agents.get(http) ?? new http.Agent({ keepAlive: true, proxyEnv: {} });
  agents.set(http, agent);
  return agent;
}

function toResponse(message: IncomingMessage): FetchResponse {
  const { statusCode: status, statusMessage, headers } = message;
  return {
    ok: status >= 200 && status < 300,
    status,
    statusText: statusMessage,
    headers: { get: (name) => headers[name.toLowerCase()]?.toString() ?? null },
    body: message,
  };
}
