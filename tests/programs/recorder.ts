// Copyright 2026 the Rivulet authors. MIT license.

// A server on bare TCP, or on TLS, that keeps every request as it came: most servers show the same
// of a request whatever form its address had.

import { answerTo } from "../support/example_answers.ts";
import { certificate } from "./certificate.ts";
import { RequestReader } from "./request_reader.ts";

/** A request as it came. */
export interface RecordedRequest {
  /** Which connection it came on, counted from 0. */
  readonly connection: number;
  /** Its first line. */
  readonly line: string;
  /** The lines between the first and the body. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** How a recorder is spoken to; as a proxy it refuses whatever it is asked. */
export type Role = "http" | "https" | "proxy";

export interface Recorder extends AsyncDisposable {
  readonly port: number;
  readonly requests: readonly RecordedRequest[];
  /** What came that is no TLS, or no trust in the certificate. */
  readonly faults: readonly string[];
  /** How many connections there were. */
  connections(): number;
}

const REFUSAL = "HTTP/1.1 502 Refused\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
const NOT_FOUND = "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n";

/** Starts a recorder on one free port of both addresses of this computer. */
export function startRecorder(role: Role): Recorder {
  const listeners = listen(role);
  const requests: RecordedRequest[] = [];
  const faults: string[] = [];
  const open = new Set<Deno.Conn>();
  const serving: Promise<void>[] = [];
  let count = 0;

  async function serve(connection: Deno.Conn, number: number): Promise<void> {
    open.add(connection);
    try {
      if ("handshake" in connection) await (connection as Deno.TlsConn).handshake();
    } catch (error) {
      // Others have left without a word: some try both addresses of a host and take the faster.
      if (error instanceof Deno.errors.InvalidData) faults.push(error.message);
    }
    try {
      const reader = new RequestReader(connection);
      for (let next = await reader.read(); next !== undefined; next = await reader.read()) {
        requests.push({ connection: number, ...next });
        for (const part of role === "proxy" ? [REFUSAL] : partsOfAnswer(next)) {
          await send(connection, part);
          // The end of a body comes a moment behind its last token, as with servers that count.
          await new Promise((resolve) => setTimeout(resolve));
        }
        if (role === "proxy") break;
      }
    } catch {
      // The client has left.
    } finally {
      if (open.delete(connection)) connection.close();
    }
  }

  async function accept(listener: Deno.Listener): Promise<void> {
    while (!isClosing) {
      try {
        const connection = await listener.accept();
        serving.push(serve(connection, count++));
      } catch {
        // Closed, or a client that had left already.
      }
    }
  }

  let isClosing = false;
  const accepting = listeners.map(accept);
  return {
    port: (listeners[0]!.addr as Deno.NetAddr).port,
    requests,
    faults,
    connections: () => count,
    async [Symbol.asyncDispose]() {
      isClosing = true;
      for (const listener of listeners) listener.close();
      await Promise.all(accepting);
      for (const connection of open) {
        open.delete(connection);
        connection.close();
      }
      await Promise.all(serving);
    },
  };
}

/** A listener for IPv4 and, where this computer has it, one for IPv6 on the same port. */
function listen(role: Role): Deno.Listener[] {
  const listenAt = (hostname: string, port: number): Deno.Listener =>
    role === "https"
      ? Deno.listenTls({ hostname, port, ...certificate })
      : Deno.listen({ hostname, port });
  for (;;) {
    const first = listenAt("127.0.0.1", 0);
    try {
      return [first, listenAt("::1", (first.addr as Deno.NetAddr).port)];
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) return [first];
      first.close();
    }
  }
}

/** What leaves one by one. */
function partsOfAnswer({ line, body }: Pick<RecordedRequest, "line" | "body">): string[] {
  const [, target = ""] = line.split(" ");
  const answer = answerTo(target, body);
  if (answer === undefined) return [NOT_FOUND];
  const chunks = answer.chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  const head = `content-type: ${answer.type}\r\ntransfer-encoding: chunked`;
  return [`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`, ...chunks, "0\r\n\r\n"];
}

async function send(connection: Deno.Conn, text: string): Promise<void> {
  let rest = new TextEncoder().encode(text);
  while (rest.length > 0) rest = rest.subarray(await connection.write(rest));
}
