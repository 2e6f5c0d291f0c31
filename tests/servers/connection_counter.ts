// Copyright 2026 the Rivulet authors. MIT license.

/** What became of the connections. */
export interface ConnectionCounts {
  readonly opened: number;
  /** Those that the client closed while the server kept them. */
  readonly leftByClient: number;
  readonly leftByServer: number;
}

/** Stands before a server and counts the connections that a client makes. */
export interface ConnectionCounter extends AsyncDisposable {
  /** The address to use in place of the server's. */
  readonly baseUrl: string;
  counts(): ConnectionCounts;
}

/** Starts a counter on a free port. */
export function startCounter(target: string): ConnectionCounter {
  const { hostname, port, pathname } = new URL(target);
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const connections = new Set<Deno.Conn>();
  let [opened, leftByClient, leftByServer] = [0, 0, 0];

  async function forward(client: Deno.Conn): Promise<void> {
    const server = await Deno.connect({ hostname, port: Number(port || 80) });
    connections.add(client).add(server);
    const first = await Promise.race([
      copy(client, server).then(() => "client"),
      copy(server, client).then(() => "server"),
    ]);
    if (first === "client") leftByClient++;
    else leftByServer++;
    for (const connection of [client, server]) {
      connections.delete(connection);
      close(connection);
    }
  }

  async function accept(): Promise<void> {
    for await (const client of listener) {
      opened++;
      void forward(client);
    }
  }

  const accepting = accept();
  return {
    baseUrl: `http://127.0.0.1:${listener.addr.port}${pathname === "/" ? "" : pathname}`,
    counts: () => ({ opened, leftByClient, leftByServer }),
    async [Symbol.asyncDispose]() {
      listener.close();
      await accepting;
      for (const connection of connections) close(connection);
    },
  };
}

/** Copies until one side has gone, whichever way it goes. */
async function copy(from: Deno.Conn, to: Deno.Conn): Promise<void> {
  const buffer = new Uint8Array(64 * 1024);
  try {
    for (let count = await from.read(buffer); count !== null; count = await from.read(buffer)) {
      for (let sent = 0; sent < count;) sent += await to.write(buffer.subarray(sent, count));
    }
  } catch {
    // A connection that breaks is closed too.
  }
}

function close(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch {
    // It has ended by itself.
  }
}
