// Copyright 2026 the Rivulet authors. MIT license.

// The words of a connection that fails, in Deno, Node and Bun: docs/errors.md has them in a table.
// Browsers say the same of all of them, and are not asked.

import { createServer, type Server, type Socket } from "node:net";
import { createServer as createSecureServer } from "node:tls";
import { formatProviderError, lmStudio, type ProviderError } from "@rivulet/llm";
import key from "../programs/certificate/localhost.key" with { type: "text" };
import cert from "../programs/certificate/localhost.pem" with { type: "text" };
import { assertEquals } from "./assertions.ts";

const DATA = 'data: {"choices":[{"delta":{"content":"a"}}]}\n\n';
const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n${chunk(DATA)}`;

/** How long a server waits, so that what it has said before is not lost by what it does then. */
const PAUSE_MS = 50;

/** A way in which a connection fails. */
interface Way {
  readonly what: string;
  /** What the server does once it was asked; without it there is none. */
  readonly act?: (socket: Socket) => void;
  readonly isSecure?: boolean;
  /** How the address begins. */
  readonly scheme?: string;
  readonly code: string;
  /** What one of the platforms says. */
  readonly words: RegExp;
  /** Whether nobody was reached. */
  readonly isUnreachable?: boolean;
  /** Whether a platform may take the answer as a good one. */
  readonly mayBeGood?: boolean;
}

const CLOSED = /other side closed|closed unexpectedly|connection closed before/;
const CUT = /other side closed|closed unexpectedly|error reading a body/;
const NO_HTTP = /HTTP\/1\.1 protocol|Malformed_HTTP_Response|invalid HTTP/;

const WAYS: readonly Way[] = [
  {
    what: "a port where nobody listens",
    ...{ code: "network", words: /refused|Unable to connect/i, isUnreachable: true },
  },
  {
    what: "TLS where the server speaks plain HTTP",
    ...{ scheme: "https", act: (socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n") },
    ...{ code: "network", words: /SSL|TLS|corrupt message/ },
  },
  {
    what: "a certificate that nobody has signed whom it knows",
    ...{ scheme: "https", isSecure: true, act: (socket) => socket.end() },
    ...{ code: "network", words: /certificate/ },
  },
  {
    what: "plain HTTP where the server speaks TLS",
    ...{ isSecure: true, act: (socket) => socket.end() },
    ...{ code: "network", words: /closed|reset|ECONNRESET|HTTP/i },
  },
  {
    what: "a connection that is closed before the answer",
    ...{ act: (socket) => socket.end(), code: "network", words: CLOSED },
  },
  {
    what: "a connection that is reset before the answer",
    ...{ act: (socket) => socket.resetAndDestroy() },
    ...{ code: "network", words: /ECONNRESET|reset by peer/ },
  },
  {
    what: "a head that is cut",
    ...{ act: (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Ty") },
    ...{ code: "network", words: CLOSED },
  },
  {
    what: "a head that is too large",
    act: (socket) =>
      socket.end(`${HEAD}X-Large: ${"x".repeat(600_000)}\r\nContent-Length: 0\r\n\r\n`),
    // Bun takes it.
    ...{ code: "network", words: /Headers Overflow|too large/, mayBeGood: true },
  },
  {
    what: "an answer that is no HTTP",
    ...{ act: (socket) => socket.end("SSH-2.0-OpenSSH\r\n"), code: "network", words: NO_HTTP },
  },
  {
    what: "a status that is none",
    ...{ act: (socket) => socket.end("HTTP/1.1 abc OK\r\n\r\n"), code: "network", words: NO_HTTP },
  },
  {
    what: "a body that is shorter than the server said",
    ...{ act: (socket) => socket.end(`${HEAD}Content-Length: 999\r\n\r\n${DATA}`) },
    ...{ code: "stream", words: CUT },
  },
  {
    what: "a body without its last chunk",
    ...{ act: (socket) => socket.end(CHUNKED), code: "stream", words: CUT },
  },
  {
    what: "a connection that is reset within the body",
    act(socket) {
      socket.write(CHUNKED);
      setTimeout(() => socket.resetAndDestroy(), PAUSE_MS);
    },
    ...{ code: "stream", words: /ECONNRESET|error reading a body|reset by peer/ },
  },
  {
    what: "a chunk whose length is none",
    act(socket) {
      socket.write(CHUNKED);
      setTimeout(() => socket.end("zz\r\nxx\r\n"), PAUSE_MS);
    },
    ...{ code: "stream", words: /HTTP\/1\.1 protocol|InvalidHTTPResponse|error reading a body/ },
  },
  {
    what: "a body that is not compressed as the server said",
    act: (socket) =>
      socket.end(`${HEAD}Content-Encoding: gzip\r\nContent-Length: 9\r\n\r\nnot gzip!`),
    ...{ code: "stream", words: /header check|ZlibError|unexpected end|gzip|deflate/i },
  },
];

function chunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

/** Runs something beside a server on a free port. */
async function withServer(
  { act, isSecure = false }: Way,
  run: (port: number) => Promise<void>,
): Promise<void> {
  const sockets = new Set<Socket>();
  const onSocket = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => {}); // the client has left
    socket.once("data", () => act?.(socket));
  };
  const server: Server = isSecure
    ? createSecureServer({ key, cert }, onSocket)
    : createServer(onSocket);
  server.on("connection", (socket) => sockets.add(socket));
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  if (act === undefined) await close();
  try {
    await run(port);
  } finally {
    if (act !== undefined) await close();
  }
}

async function check(way: Way): Promise<void> {
  const { scheme = "http", code, words, isUnreachable = false, mayBeGood = false } = way;
  await withServer(way, async (port) => {
    const config = { baseUrl: `${scheme}://127.0.0.1:${port}`, model: "m" };
    let error: ProviderError | undefined;
    try {
      for await (const _ of lmStudio.tokens(config, { prompt: "Q" }));
    } catch (thrown) {
      error = thrown as ProviderError;
    }
    if (error === undefined && mayBeGood) return;
    const { message = "none" } = error ?? {};
    const isTold = formatProviderError(error, "local").startsWith("The local provider is unreach");
    assertEquals([error?.code, words.test(message) ? "words" : message, isTold], [
      code,
      "words",
      isUnreachable,
    ]);
  });
}

/** The tests, each with a name of its own. */
export const connectionTests: { readonly name: string; run(): Promise<void> }[] = WAYS.map((
  way,
) => ({ name: `stream() tells in words of the platform: ${way.what}`, run: () => check(way) }));
