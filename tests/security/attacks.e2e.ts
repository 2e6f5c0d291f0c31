// Copyright 2026 the Rivulet authors. MIT license.

// Servers on bare TCP that break HTTP, JSON or their word. Whatever they do, a call ends with its
// answer, an error of the library or the abort, and reaches no other host.

import { assert, assertEquals, assertLess } from "@std/assert";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { ProviderError } from "@rivulet/llm";
import { EmbeddingError } from "@rivulet/llm/embedding";
import { askProvider } from "../support/ask.ts";
import { makeClient } from "../support/embedding_server.ts";
import { type Send, startRawServer } from "../support/raw_server.ts";
import { within } from "../support/until.ts";

const MIB = 1024 * 1024;
const TOKEN = '{"message":{"content":"a"}}\n';
const END = '{"done":true}\n';
const DEEP = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;

/** How long one waits for a server that says nothing more, and for one that is given up. */
const PATIENCE_MS = 2000;
const LIMIT_MS = 60_000;

/** An answer with a length, and what comes after it. */
function answer(body: string | Uint8Array, head = "", status = "200 OK"): Uint8Array {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const lines = `HTTP/1.1 ${status}\r\ncontent-length: ${bytes.length}\r\n${head}\r\n`;
  return new Uint8Array([...new TextEncoder().encode(lines), ...bytes]);
}

const CHUNKED = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";

/** What a server does once it is asked; it may know of another one, where nobody should go. */
type Attack = (send: Send, elsewhere: string) => Promise<"keep" | void>;

function once(data: string | Uint8Array): Attack {
  return async (send) => void await send(data);
}

function andKeep(data: string | Uint8Array): Attack {
  return async (send) => {
    await send(data);
    return "keep";
  };
}

/** Sends a beginning, and then one piece until the client has left, or far too much has been sent. */
function endless(before: string, piece: string, pauseMs = 0): Attack {
  return async (send: Send) => {
    await send(before);
    for (let sent = 0; sent < 256 * MIB && await send(piece); sent += piece.length) {
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
}

/** Sends what leads to another server. */
function leading(make: (elsewhere: string) => Uint8Array): Attack {
  return async (send, elsewhere) => void await send(make(elsewhere));
}

const json = (body: string): Attack => once(answer(body));

/** How a chat and an embedding end, by the code of the error, `abort`, or what was read. */
const ATTACKS: [name: string, attack: Attack, chat: string, embedding: string][] = [
  ["nothing, and the connection closes", once(""), "network", "network"],
  ["silence", andKeep(""), "abort", "timeout"],
  ["another protocol", once("SSH-2.0-OpenSSH_9.6\r\n"), "network", "network"],
  ["bytes of chance", once(crypto.getRandomValues(new Uint8Array(4096))), "network", "network"],
  ["half a status line", andKeep("HTTP/1.1 2"), "abort", "timeout"],
  ["an odd status", once("HTTP/1.1 abc OK\r\n\r\n"), "network", "network"],
  ["the status 999", once(answer("{}", "", "999 Odd")), "http", "http"],
  ["the status 204", once("HTTP/1.1 204 No Content\r\n\r\n"), "no-body", "http"],
  ["headers that come slowly", endless("HTTP/1.1 200 OK\r\n", "x: y\r\n", 20), "abort", "timeout"],
  [
    "headers without end",
    endless("HTTP/1.1 200 OK\r\n", `x: ${"y".repeat(8000)}\r\n`),
    "network",
    "network",
  ],
  [
    "one header without end",
    endless("HTTP/1.1 200 OK\r\nx: ", "y".repeat(64_000)),
    "network",
    "network",
  ],
  ["a header without a colon", once("HTTP/1.1 200 OK\r\nnonsense\r\n\r\n"), "network", "network"],
  ["a header with a NUL", once("HTTP/1.1 200 OK\r\nx: a\0b\r\n\r\n"), "network", "network"],
  [
    "two different lengths",
    once("HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}}"),
    "network",
    "network",
  ],
  [
    "a negative length",
    once("HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n{}"),
    "network",
    "network",
  ],
  [
    "a huge length",
    once("HTTP/1.1 200 OK\r\ncontent-length: 99999999999999999999\r\n\r\n{}"),
    "network",
    "network",
  ],
  [
    "more than its length",
    once(`${new TextDecoder().decode(answer(TOKEN + END))}HTTP/1.1 200 OK\r\n\r\nmore`),
    "a",
    "format",
  ],
  [
    "less than its length",
    once(`HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n${TOKEN}`),
    "stream",
    "network",
  ],
  ["an odd length of a chunk", once(`${CHUNKED}zz\r\n${TOKEN}`), "stream", "network"],
  [
    "a huge length of a chunk",
    once(`${CHUNKED}ffffffffffffffffff\r\n${TOKEN}`),
    "stream",
    "network",
  ],
  [
    "a chunk without end",
    endless(`${CHUNKED}7fffffff\r\n`, "x".repeat(64_000)),
    "stream",
    "format",
  ],
  [
    "an extension of a chunk without end",
    endless(`${CHUNKED}1;`, "x".repeat(64_000)),
    "stream",
    "network",
  ],
  [
    "trailers without end",
    endless(`${CHUNKED}0\r\n`, `x: ${"y".repeat(8000)}\r\n`),
    "stream",
    "network",
  ],
  ["one byte at a time", endless(CHUNKED, "1\r\nx\r\n", 5), "abort", "timeout"],
  [
    "a line without end",
    endless(`${CHUNKED}7fffffff\r\n{"message":"`, "x".repeat(64_000)),
    "stream",
    "format",
  ],
  [
    "blank lines without end",
    endless(`${CHUNKED}7fffffff\r\n`, "\n".repeat(64_000)),
    "stream",
    "format",
  ],
  ["a token, then silence", andKeep(`${CHUNKED}1c\r\n${TOKEN}\r\n`), "abort", "timeout"],
  [
    "the end, then silence",
    andKeep(`${CHUNKED}${(TOKEN + END).length.toString(16)}\r\n${TOKEN}${END}\r\n`),
    "a",
    "timeout",
  ],
  [
    "the end, then junk without end",
    endless(`${CHUNKED}7fffffff\r\n${TOKEN}${END}`, "junk\n".repeat(9999)),
    "a",
    "format",
  ],
  [
    "packed bytes that are not",
    once(answer("not packed", "content-encoding: gzip\r\n")),
    "stream",
    "network",
  ],
  [
    "packed bytes that break off",
    once(answer(gzipSync(TOKEN.repeat(999)).subarray(0, 40), "content-encoding: gzip\r\n")),
    "stream",
    "network",
  ],
  [
    "packed blank lines",
    once(answer(brotliCompressSync("\n".repeat(34 * MIB)), "content-encoding: br\r\n")),
    "stream",
    "format",
  ],
  [
    "packed twice",
    once(answer(gzipSync(gzipSync(TOKEN + END)), "content-encoding: gzip, gzip\r\n")),
    "any",
    "any",
  ],
  ["an unknown packing", once(answer(TOKEN + END, "content-encoding: other\r\n")), "a", "format"],
  [
    "a redirect to another host",
    leading((to) => answer("", `location: ${to}/x\r\n`, "307 Moved")),
    "http",
    "http",
  ],
  [
    "a permanent redirect to another host",
    leading((to) => answer("", `location: ${to}/x\r\n`, "308 Moved")),
    "http",
    "http",
  ],
  [
    "a redirect by a page",
    leading((to) => answer(`<meta http-equiv=refresh content="0;url=${to}">`)),
    "stream",
    "format",
  ],
  [
    "a redirect by Refresh",
    leading((to) => answer(TOKEN + END, `refresh: 0;url=${to}\r\n`)),
    "a",
    "format",
  ],
  [
    "an alternative service",
    leading((to) => answer(TOKEN + END, `alt-svc: h2="${to.slice(7)}"; ma=9\r\n`)),
    "a",
    "format",
  ],
  [
    "a link to load before",
    leading((to) => answer(TOKEN + END, `link: <${to}/x>; rel=preload\r\n`)),
    "a",
    "format",
  ],
  [
    "a request for a password",
    once(answer("", 'www-authenticate: Basic realm="x"\r\n', "401 No")),
    "http",
    "http",
  ],
  [
    "an upgrade",
    once("HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
    "any",
    "any",
  ],
  ["early hints without end", endless("", "HTTP/1.1 103 Early\r\n\r\n"), "any", "any"],
  [
    "keys that plant",
    json(
      `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"message":{"content":"a"},"embeddings":[[1]]}\n${END}`,
    ),
    "a",
    "format",
  ],
  [
    "keys that plant in an error",
    once(
      answer('{"__proto__":{"error":"x"},"error":{"__proto__":{"message":"y"}}}', "", "400 Bad"),
    ),
    "http",
    "http",
  ],
  ["deep arrays", json(`{"message":${DEEP}}\n${END}`), "", "format"],
  ["a deep error", json(`{"error":${DEEP}}\n`), "stream", "format"],
  [
    "a deep refusal",
    once(answer(`{"error":${DEEP.slice(0, 30_000)}`, "", "500 Bad")),
    "http",
    "http",
  ],
  [
    "huge numbers",
    json(`{"message":{"content":1e999},"embeddings":[[1e999]]}\n${END}`),
    "1e999",
    "format",
  ],
  [
    "a number of a million digits",
    json(`{"embeddings":[[${"9".repeat(MIB)}]]}\n`),
    "stream",
    "format",
  ],
  ["halves of characters", json(`{"message":{"content":"\\ud800"}}\n${END}`), "\ud800", "format"],
  [
    "bytes that are no characters",
    once(answer(new Uint8Array(9999).fill(0xff))),
    "stream",
    "format",
  ],
  [
    "the signs of a terminal in an error",
    once(answer('{"error":"\\u001b]0;x\\u0007"}', "", "400 Bad")),
    "http",
    "http",
  ],
  [
    "an error of 60 KB",
    once(answer(`{"error":"${"x".repeat(60_000)}"}`, "", "400 Bad")),
    "http",
    "http",
  ],
];

for (const [name, attack, chat, embedding] of ATTACKS) {
  Deno.test(`a chat and an embedding end well against ${name}`, async () => {
    await using other = startRawServer(async (send) => void await send(answer("{}")));
    await using server = startRawServer((send) => attack(send, `http://127.0.0.1:${other.port}`));
    const before = Deno.memoryUsage().rss;
    const [chatEnd, embeddingEnd] = await within(
      Promise.all([
        endOfChat(server.base, patienceFor(chat)),
        endOfEmbedding(server.base, patienceFor(embedding)),
      ]),
      "the end of the calls",
      { limitMs: 2 * LIMIT_MS },
    );
    // Some depend on the platform.
    const expected = [
      chat === "any" ? chatEnd : chat,
      embedding === "any" ? embeddingEnd : embedding,
    ];
    assertEquals([chatEnd, embeddingEnd], expected);
    assertEquals([other.connections(), Object.keys(Object.prototype)], [0, []]);
    assertLess(Deno.memoryUsage().rss - before, 600 * MIB);
  });
}

/** Whoever has to be given up is so, soon. */
function patienceFor(end: string): number {
  return ["abort", "timeout", "any"].includes(end) ? PATIENCE_MS : LIMIT_MS;
}

/** What a chat said, or how it ended; its caller has so much patience. */
async function endOfChat(baseUrl: string, patienceMs: number): Promise<string> {
  const controller = new AbortController();
  const patience = setTimeout(() => controller.abort(), patienceMs);
  try {
    const { signal } = controller;
    const { tokens, error } = await askProvider("local-a", { baseUrl }, { signal });
    if (error === undefined) return tokens.join("");
    if (error === controller.signal.reason) return "abort";
    assert(error instanceof ProviderError);
    return error.code;
  } finally {
    clearTimeout(patience);
  }
}

/** How an embedding of one text ended. */
async function endOfEmbedding(baseUrl: string, timeoutMs: number): Promise<string> {
  try {
    await makeClient(baseUrl, timeoutMs).embedBatch(["a"]);
    return "vectors";
  } catch (error) {
    assert(error instanceof EmbeddingError);
    return error.code;
  }
}
