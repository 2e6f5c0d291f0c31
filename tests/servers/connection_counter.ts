// Copyright 2026 the Rivulet authors. MIT license.

import { concatenate } from "../support/bytes.ts";

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
  const { protocol, host, hostname, port, pathname } = new URL(target);
  const isSecure = protocol === "https:";
  const place = {
    hostname: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port || (isSecure ? 443 : 80)),
  };
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const connections = new Set<Deno.Conn>();
  let [opened, leftByClient, leftByServer] = [0, 0, 0];

  async function forward(client: Deno.Conn): Promise<void> {
    let server: Deno.Conn;
    try {
      server = isSecure ? await Deno.connectTls(place) : await Deno.connect(place);
    } catch {
      // The library sees a connection that is closed.
      return close(client);
    }
    connections.add(client).add(server);
    const first = await Promise.race([
      copy(client, server, asOfServer).then(() => "client"),
      copy(server, client).then(() => "server"),
    ]);
    if (first === "client") leftByClient++;
    else leftByServer++;
    for (const connection of [client, server]) {
      connections.delete(connection);
      close(connection);
    }
  }

  /** A request with the server's own name: one that serves several names looks at it. */
  function asOfServer(bytes: Uint8Array): Uint8Array {
    const own = `host: 127.0.0.1:${listener.addr.port}`;
    // In this encoding a character is a byte.
    const place = new TextDecoder("latin1").decode(bytes).indexOf(own);
    if (place < 0) return bytes;
    const name = new TextEncoder().encode(`host: ${host}`);
    return concatenate([bytes.subarray(0, place), name, bytes.subarray(place + own.length)]);
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
async function copy(
  from: Deno.Conn,
  to: Deno.Conn,
  change: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes,
): Promise<void> {
  const buffer = new Uint8Array(64 * 1024);
  try {
    for (let count = await from.read(buffer); count !== null; count = await from.read(buffer)) {
      const bytes = change(buffer.subarray(0, count));
      for (let sent = 0; sent < bytes.length;) sent += await to.write(bytes.subarray(sent));
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
