// Copyright 2026 the Rivulet authors. MIT license.

import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import type { Attack, Wire } from "./attack.ts";

/** A server that writes bytes as they are, be they HTTP or not; on nothing but `node:` modules. */
export interface RawServer extends AsyncDisposable {
  readonly base: string;
  /** How many connections there were. */
  connections(): number;
  /** How many requests came. */
  requests(): number;
}

/** Starts a server that does this to everybody who asks it. */
export async function startRawServer(attack: Attack, elsewhere = ""): Promise<RawServer> {
  const open = new Set<Socket>();
  const serving: Promise<void>[] = [];
  let [connections, requests] = [0, 0];
  const server = createServer({ noDelay: true }, (socket) => {
    connections++;
    open.add(socket);
    socket.on("error", () => {}); // The client has left.
    socket.on("close", () => open.delete(socket));
    let isServed = false;
    socket.on("data", (bytes) => {
      if (/^[A-Z]+ \//.test(bytes.toString("latin1"))) requests++;
      if (isServed) return;
      isServed = true;
      serving.push(serve(socket, attack, elsewhere));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    connections: () => connections,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all(serving);
    },
  };
}

async function serve(socket: Socket, attack: Attack, elsewhere: string): Promise<void> {
  let isReset = false;
  const wire: Wire = {
    elsewhere,
    send: (data) =>
      new Promise((resolve) => {
        if (socket.destroyed) return resolve(false);
        const done = (isSent: boolean): void => {
          socket.off("close", onClose);
          resolve(isSent);
        };
        const onClose = (): void => done(false);
        socket.once("close", onClose);
        socket.write(data, (error) => done(!error));
      }),
    reset() {
      isReset = true;
      socket.resetAndDestroy();
    },
  };
  const after = await attack(wire);
  if (!isReset && after !== "keep") socket.end();
}
