// Copyright 2026 the Rivulet authors. MIT license.

// An HTTP/1.1 server on bare TCP: it decides when each byte leaves, and it can stay silent, keep a
// connection open or break it.

import { Moments } from "./moments.ts";

/** A request as it came over the wire. */
export interface LoopbackRequest {
  method: string;
  path: string;
  headers: Headers;
  body: string;
}

/** What the server answers. */
export interface LoopbackResponse {
  status?: number;
  headers?: Record<string, string>;
  /** Each chunk leaves by itself; a promise makes the server wait. They may go on without end. */
  chunks: Iterable<Chunk | Promise<unknown>> | AsyncIterable<Chunk>;
  /** How the body ends: whole, not at all, or in the middle. @default {"close"} */
  end?: "close" | "open" | "reset";
}

type Chunk = Uint8Array | string;

/** `undefined`: no answer ever; `"reset"`: the connection breaks in place of one. */
export type LoopbackAnswer = LoopbackResponse | Response | "reset" | undefined;

export interface LoopbackServer extends AsyncDisposable {
  /** The address, without a trailing slash. */
  readonly base: string;
  readonly requests: LoopbackRequest[];
  /** Resolves when the request with this index has come. */
  asked(index: number): Promise<void>;
  /** Resolves when the client has closed the connection of the request with this index. */
  clientGone(index: number): Promise<void>;
}

/** A port on which nothing listens. */
export function closedPort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  listener.close();
  return listener.addr.port;
}

/** Starts a server on a free port. */
export function startLoopback(
  handle: (request: LoopbackRequest) => LoopbackAnswer | Promise<LoopbackAnswer>,
): LoopbackServer {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const requests: LoopbackRequest[] = [];
  const connections = new Set<Deno.Conn>();
  const asked = new Moments("request");
  const gone = new Moments("the client to close connection");

  async function serve(connection: Deno.Conn): Promise<void> {
    connections.add(connection);
    try {
      const request = await readRequest(connection);
      if (request === undefined) return;
      const index = requests.push(request) - 1;
      asked.pass(index);
      const answering = answer(connection, request).catch(() => {});
      await drain(connection);
      gone.pass(index);
      await answering;
    } finally {
      closeQuietly(connection);
      connections.delete(connection);
    }
  }

  async function answer(connection: Deno.Conn, request: LoopbackRequest): Promise<void> {
    const response = await handle(request);
    if (response === undefined) return;
    const stays = response !== "reset" && await writeResponse(connection, response);
    if (!stays) closeQuietly(connection);
  }

  async function accept(): Promise<void> {
    for await (const connection of listener) serving.add(serve(connection).catch(() => {}));
  }

  const serving = new Set<Promise<void>>();
  const accepting = accept();
  return {
    base: `http://127.0.0.1:${listener.addr.port}`,
    requests,
    asked: (index) => asked.at(index),
    clientGone: (index) => gone.at(index),
    async [Symbol.asyncDispose]() {
      listener.close();
      connections.forEach(closeQuietly);
      await accepting;
      await Promise.all(serving);
    },
  };
}

async function readRequest(connection: Deno.Conn): Promise<LoopbackRequest | undefined> {
  const buffer = new Uint8Array(64 * 1024);
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const headEnd = text.indexOf("\r\n\r\n");
    if (headEnd !== -1) {
      const [first = "", ...lines] = text.slice(0, headEnd).split("\r\n");
      const headers = new Headers(
        lines.map((line) => line.split(/:\s*(.*)/s, 2) as [string, string]),
      );
      const body = text.slice(headEnd + 4);
      if (new TextEncoder().encode(body).length >= Number(headers.get("content-length"))) {
        const [method = "", path = ""] = first.split(" ");
        return { method, path, headers, body };
      }
    }
    const count = await connection.read(buffer);
    if (count === null) return undefined;
    text += decoder.decode(buffer.subarray(0, count), { stream: true });
  }
}

/** Resolves with whether the connection stays. */
async function writeResponse(
  connection: Deno.Conn,
  response: LoopbackResponse | Response,
): Promise<boolean> {
  const { status = 200, headers = {}, chunks, end = "close" } = response instanceof Response
    ? { status: response.status, headers: response.headers, chunks: response.body ?? [] }
    : response;
  const lines = new Headers(headers);
  lines.delete("content-length");
  lines.set("transfer-encoding", "chunked");
  lines.set("connection", "close");
  const head = [...lines].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  await write(connection, `HTTP/1.1 ${status} Status\r\n${head}\r\n`);
  // Leaves a body that the client no longer reads.
  for await (const chunk of chunks) {
    if (typeof chunk === "string") await writeChunk(connection, new TextEncoder().encode(chunk));
    else if (chunk instanceof Uint8Array) await writeChunk(connection, chunk);
  }
  if (end === "close") await write(connection, "0\r\n\r\n");
  return end === "open";
}

async function writeChunk(connection: Deno.Conn, chunk: Uint8Array): Promise<void> {
  if (chunk.length === 0) return;
  await write(connection, `${chunk.length.toString(16)}\r\n`);
  await write(connection, chunk);
  await write(connection, "\r\n");
}

async function write(connection: Deno.Conn, data: string | Uint8Array): Promise<void> {
  let rest = typeof data === "string" ? new TextEncoder().encode(data) : data;
  while (rest.length > 0) rest = rest.subarray(await connection.write(rest));
}

/** Reads until the client has closed its side or the connection is broken. */
async function drain(connection: Deno.Conn): Promise<void> {
  const buffer = new Uint8Array(1024);
  try {
    while (await connection.read(buffer) !== null);
  } catch {
    // A reset by the client, or our own close.
  }
}

function closeQuietly(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch {
    // Closed already.
  }
}
