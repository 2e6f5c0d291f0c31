// Copyright 2026 the Rivulet authors. MIT license.

import type { IncomingMessage } from "node:http";
import { LLMock } from "@copilotkit/aimock";
import { httpProviderIds } from "./ask.ts";
import { protocolOf } from "./protocol.ts";

/** A server of another project that speaks both protocols, on a free port of this machine. */
export class AimockServer implements AsyncDisposable {
  readonly mock: LLMock;
  /** The headers of each chat request. */
  readonly headers: IncomingMessage["headers"][] = [];

  private constructor(mock: LLMock) {
    this.mock = mock;
    for (const path of new Set(httpProviderIds.map((id) => protocolOf(id).path))) {
      mock.mount(path, {
        handleRequest: ({ headers }) => {
          this.headers.push(headers);
          return Promise.resolve(false); // for the fixtures to answer
        },
      });
    }
  }

  static async start(options: ConstructorParameters<typeof LLMock>[0] = {}): Promise<AimockServer> {
    const server = new AimockServer(new LLMock({ host: "127.0.0.1", port: 0, ...options }));
    await server.mock.start();
    return server;
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
}
