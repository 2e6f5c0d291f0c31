// Copyright 2026 the Rivulet authors. MIT license.

import type { IncomingMessage, ServerResponse } from "node:http";
import { LLMock } from "@copilotkit/aimock";
import { httpProviderIds } from "./ask.ts";
import { protocolOf } from "./protocol.ts";

/** What the server writes byte for byte, for answers that its fixtures cannot give. */
export interface Script {
  status?: number;
  headers?: Record<string, string>;
  chunks: string[];
  end?: "close" | "cut" | "reset";
}

/** A server of another project that speaks both protocols, on a free port of this machine. */
export class AimockServer implements AsyncDisposable {
  readonly mock: LLMock;
  /** The headers of each request. */
  readonly headers: IncomingMessage["headers"][] = [];
  readonly #scripts = new Map<string, Script>();

  private constructor(mock: LLMock) {
    this.mock = mock;
    for (const path of new Set(httpProviderIds.map((id) => protocolOf(id).path))) {
      mock.mount(path, {
        handleRequest: (...[request, response]) => this.#play(path, request, response),
      });
    }
  }

  static async start(options: ConstructorParameters<typeof LLMock>[0] = {}): Promise<AimockServer> {
    const server = new AimockServer(new LLMock({ host: "127.0.0.1", port: 0, ...options }));
    await server.mock.start();
    return server;
  }

  /** Answers the next request to a path with a script. */
  script(path: string, script: Script): void {
    this.#scripts.set(path, script);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // `stop()` waits for open streams and leaves a timer behind.
    const internals = this.mock as unknown as {
      serverInstance: { server: { closeAllConnections(): void }; videoStates: { destroy(): void } };
    };
    const { server, videoStates } = internals.serverInstance;
    const stopped = this.mock.stop();
    server.closeAllConnections();
    await stopped;
    videoStates.destroy();
  }

  async #play(path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    this.headers.push(request.headers);
    const script = this.#scripts.get(path);
    if (script === undefined) return false;
    this.#scripts.delete(path);
    const { status = 200, headers = {}, chunks, end = "close" } = script;
    for await (const _ of request);
    response.writeHead(status, headers);
    for (const chunk of chunks) {
      await new Promise<void>((resolve) => response.write(chunk, () => resolve()));
    }
    if (end === "close") response.end();
    else if (end === "cut") response.destroy();
    else response.socket?.resetAndDestroy();
    return true;
  }
}
