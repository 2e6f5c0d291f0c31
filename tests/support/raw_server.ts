// Copyright 2026 the Rivulet authors. MIT license.

/** Writes to the client; resolves with whether the connection still stands. */
export type Send = (data: string | Uint8Array) => Promise<boolean>;

/** What a server does once a request has come; then the connection closes, unless it is kept. */
export type Script = (send: Send) => Promise<"keep" | void>;

/** A server that writes bytes as they are, be they HTTP or not. */
export interface RawServer extends AsyncDisposable {
  readonly base: string;
  readonly port: number;
  /** How many connections there were. */
  connections(): number;
}

export function startRawServer(script: Script): RawServer {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.Conn>();
  const serving = new Set<Promise<void>>();
  let count = 0;

  async function serve(connection: Deno.Conn): Promise<void> {
    const buffer = new Uint8Array(64 * 1024);
    try {
      if (await connection.read(buffer) === null) return;
      const send: Send = async (data) => {
        const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
        try {
          for (let sent = 0; sent < bytes.length;) {
            sent += await connection.write(bytes.subarray(sent));
          }
          return true;
        } catch {
          return false; // the client has left
        }
      };
      if (await script(send) === "keep") {
        while (await connection.read(buffer) !== null);
      }
    } catch {
      // The client has left.
    } finally {
      close(connection);
      open.delete(connection);
    }
  }

  async function accept(): Promise<void> {
    for await (const connection of listener) {
      count++;
      open.add(connection);
      serving.add(serve(connection));
    }
  }

  const accepting = accept();
  const { port } = listener.addr;
  return {
    base: `http://127.0.0.1:${port}`,
    port,
    connections: () => count,
    async [Symbol.asyncDispose]() {
      listener.close();
      open.forEach(close);
      await accepting;
      await Promise.all(serving);
    },
  };
}

function close(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch {
    // Closed already.
  }
}
