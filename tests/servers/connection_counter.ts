// Copyright 2026 the Rivulet authors. MIT license.

import { until } from "./until.ts";

/** Stands before a server and counts the connections that a client makes. */
export interface ConnectionCounter extends AsyncDisposable {
  /** The address to use in place of the server's. */
  readonly baseUrl: string;
  count(): number;
  /** Resolves once the client has closed all of them. */
  allClosed(): Promise<unknown>;
}

export function startCounter(target: string): ConnectionCounter {
  const { hostname, port: targetPort, pathname } = new URL(target);
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  let count = 0;
  let open = 0;
  const connections = new Set<Deno.Conn>();

  async function forward(client: Deno.Conn): Promise<void> {
    const server = await Deno.connect({ hostname, port: Number(targetPort || 80) });
    connections.add(client).add(server);
    const answers = server.readable.pipeTo(client.writable);
    try {
      await client.readable.pipeTo(server.writable);
    } finally {
      open--;
      await answers.catch(() => {}); // either side may have gone
      connections.delete(client);
      connections.delete(server);
    }
  }

  async function accept(): Promise<void> {
    for await (const client of listener) {
      count++;
      open++;
      void forward(client).catch(() => {}); // a client that closes in the middle is what is tested
    }
  }

  const accepting = accept();
  return {
    baseUrl: `http://127.0.0.1:${listener.addr.port}${pathname === "/" ? "" : pathname}`,
    count: () => count,
    allClosed: () => until(() => Promise.resolve(open === 0), "the client to close"),
    async [Symbol.asyncDispose]() {
      listener.close();
      await accepting;
      for (const connection of connections) close(connection);
    },
  };
}

function close(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch {
    // It has ended by itself.
  }
}
