// Copyright 2026 the Rivulet authors. MIT license.

// What breaks HTTP itself, or the connection under it.

import {
  andKeep,
  andReset,
  answer,
  type Attack,
  bytesOf,
  chunk,
  CHUNKED,
  joined,
  once,
} from "./attack.ts";
import { END, TOKEN } from "./texts.ts";

const BODY = TOKEN + END;
const OK = "HTTP/1.1 200 OK\r\n";
const PLAIN = `${OK}content-length: ${BODY.length}\r\n`;
const LAST = "0\r\n\r\n";

/** An answer whose head has these lines. */
function withLines(lines: string): Attack {
  return once(`${PLAIN}${lines}\r\n\r\n${BODY}`);
}

/** How calls of Ollama's protocol, of OpenAI's, and of an embedding end; "!" where one gives up. */
export const HTTP_ATTACKS: [name: string, attack: Attack, ends: string][] = [
  ["a reset before the answer", andReset(""), "network network network"],
  ["a reset in the status line", andReset("HTTP/1.1 20"), "network network network"],
  ["a reset in the headers", andReset(`${OK}content-ty`), "network network network"],
  ["a reset behind the headers", andReset(CHUNKED), "stream stream network"],
  ["a reset in the length of a chunk", andReset(`${CHUNKED}1`), "stream stream network"],
  ["a reset in a chunk", andReset(`${CHUNKED}ff\r\n${TOKEN}`), "stream stream network"],
  ["a reset behind a token", andReset(CHUNKED + chunk(TOKEN)), "stream stream network"],
  ["a reset behind the end", andReset(CHUNKED + chunk(BODY)), "=a =a network"],
  ["a reset behind the last chunk", andReset(CHUNKED + chunk(BODY) + LAST), "=a =a format"],
  ["the end in the status line", once("HTTP/1.1 20"), "network network network"],
  ["the end in the headers", once(`${OK}content-ty`), "network network network"],
  ["the end behind the headers", once(CHUNKED), "stream stream network"],
  ["the end in the length of a chunk", once(`${CHUNKED}1`), "stream stream network"],
  ["the end in a chunk", once(`${CHUNKED}ff\r\n${TOKEN}`), "stream stream network"],
  ["the end behind a token", once(CHUNKED + chunk(TOKEN)), "stream stream network"],
  ["the end behind the end of the answer", once(CHUNKED + chunk(BODY)), "=a =a network"],
  ["HTTP/0.9", once(BODY), "network network network"],
  ["HTTP/1.0 without a length", once(`HTTP/1.0 200 OK\r\n\r\n${BODY}`), "=a =a format"],
  [
    "the version 2.0 in a status line",
    once(`HTTP/2.0 200 OK\r\n\r\n${BODY}`),
    "network network network",
  ],
  [
    "the version 9.9 in a status line",
    once(`HTTP/9.9 200 OK\r\n\r\n${BODY}`),
    "network network network",
  ],
  ["a status line of a radio", once(`ICY 200 OK\r\n\r\n${BODY}`), "network network network"],
  ["a beginning of HTTP/2", once("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), "network network network"],
  ["a frame of HTTP/2", once(Uint8Array.of(0, 0, 0, 4, 0, 0, 0, 0, 0)), "network network network"],
  ["an alert of TLS", once(Uint8Array.of(21, 3, 3, 0, 2, 2, 70)), "network network network"],
  [
    "a hello of TLS",
    once(Uint8Array.of(22, 3, 1, 0, 60, 1, 0, 0, 56, 3, 3)),
    "network network network",
  ],
  [
    "a frame of a WebSocket",
    once(Uint8Array.of(0x81, 5, 104, 101, 108, 108, 111)),
    "network network network",
  ],
  [
    "a mark of byte order before the status line",
    once(`\ufeff${PLAIN}\r\n${BODY}`),
    "network network network",
  ],
  ["blank lines before the status line", once(`\r\n\r\n${PLAIN}\r\n${BODY}`), "=a =a format"],
  ["a NUL in the status line", once(`HTTP/1.1 200 O\0K\r\n\r\n${BODY}`), "network network network"],
  [
    "line feeds alone in the head",
    once(`${PLAIN}\r\n${BODY}`.replaceAll("\r\n", "\n")),
    "=a =a format",
  ],
  [
    "carriage returns alone in the head",
    once(`${PLAIN}\r\n`.replaceAll("\n", "") + BODY),
    "network network network",
  ],
  ["a header that goes on in the next line", withLines("x: a\r\n b"), "network network network"],
  ["a blank in the name of a header", withLines("x y: a"), "network network network"],
  ["a header without a name", withLines(": a"), "network network network"],
  ["a name of a header of 60 KB", withLines(`${"x".repeat(60_000)}: a`), "=a =a format"],
  ["ten thousand headers", withLines(`${"x: y\r\n".repeat(9999)}x: y`), "network network network"],
  [
    "ten thousand cookies",
    withLines(`${"set-cookie: a=b\r\n".repeat(9999)}x: y`),
    "network network network",
  ],
  ["a header of 1 MiB", withLines(`x: ${"y".repeat(1 << 20)}`), "network network network"],
  ["a header that is no ASCII", withLines("x: \u202e\u00ff"), "=a =a format"],
  [
    "a thousand hints before the answer",
    once(`${"HTTP/1.1 103 Early\r\n\r\n".repeat(1000)}${PLAIN}\r\n${BODY}`),
    "=a =a format",
  ],
  [
    "100 Continue before the answer",
    once(`HTTP/1.1 100 Continue\r\n\r\n${PLAIN}\r\n${BODY}`),
    "=a =a format",
  ],
  ["a length and chunks", withLines("transfer-encoding: chunked"), "stream stream network"],
  [
    "chunks and a length that is too small",
    once(`${OK}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n${chunk(BODY)}${LAST}`),
    "=a =a format",
  ],
  ["one length twice", withLines(`content-length: ${BODY.length}`), "=a =a format"],
  [
    "a length with a sign",
    once(`${OK}content-length: +${BODY.length}\r\n\r\n${BODY}`),
    "network network network",
  ],
  [
    "a length in hexadecimal",
    once(`${OK}content-length: 0x2a\r\n\r\n${BODY}`),
    "network network network",
  ],
  ["a length in a list", once(`${OK}content-length: 5, 5\r\n\r\n${BODY}`), "stream stream format"],
  ["a length of nothing", once(`${OK}content-length: 0\r\n\r\n${BODY}`), "= = format"],
  [
    "a length that cuts a token",
    once(`${OK}content-length: 20\r\n\r\n${BODY}`),
    "stream stream format",
  ],
  ["an unknown way of sending", once(`${OK}transfer-encoding: x\r\n\r\n${BODY}`), "=a =a format"],
  [
    "chunks that are packed by their way of sending",
    once(`${OK}transfer-encoding: gzip, chunked\r\n\r\n${chunk(BODY)}${LAST}`),
    "=a =a format",
  ],
  [
    "chunks in chunks",
    once(`${OK}transfer-encoding: chunked, chunked\r\n\r\n${chunk(chunk(BODY) + LAST)}${LAST}`),
    "=a =a format",
  ],
  [
    "a negative length of a chunk",
    once(`${CHUNKED}-5\r\n${BODY}\r\n${LAST}`),
    "stream stream network",
  ],
  [
    "a length of a chunk with 0x",
    once(`${CHUNKED}0x5\r\n${BODY}\r\n${LAST}`),
    "stream stream network",
  ],
  ["no length of a chunk", once(`${CHUNKED}\r\n${BODY}\r\n${LAST}`), "stream stream network"],
  [
    "a chunk longer than it says",
    once(`${CHUNKED}5\r\n${BODY}\r\n${LAST}`),
    "stream stream network",
  ],
  ["a chunk shorter than it says", andKeep(`${CHUNKED}ff\r\n${BODY}\r\n${LAST}`), "=a =a !"],
  [
    "a chunk without an end of line",
    once(CHUNKED + chunk(BODY).trimEnd() + LAST),
    "stream stream network",
  ],
  [
    "an extension of a chunk of 60 KB",
    once(`${CHUNKED}${BODY.length.toString(16)};x=${"y".repeat(60_000)}\r\n${BODY}\r\n${LAST}`),
    "stream stream network",
  ],
  [
    "a trailer that names a length",
    once(`${CHUNKED}${chunk(BODY)}0\r\ncontent-length: 1\r\n\r\n`),
    "=a =a format",
  ],
  [
    "a trailer that is broken",
    once(`${CHUNKED}${chunk(BODY)}0\r\nno trailer\r\n\r\n`),
    "=a =a network",
  ],
  [
    "a second answer behind the first",
    once(`${PLAIN}\r\n${BODY}${PLAIN}\r\n${BODY.replace("a", "b")}`),
    "=a =a format",
  ],
  [
    "junk behind the last chunk",
    once(`${CHUNKED}${chunk(BODY)}${LAST}${"junk".repeat(9)}`),
    "=a =a format",
  ],
  ["the status 000", once(answer(BODY, "", "000 No")), "network network network"],
  ["the status 99", once(answer(BODY, "", "99 No")), "network network network"],
  ["the status 1000", once(answer(BODY, "", "1000 No")), "network network network"],
  [
    "the status 206",
    once(answer(BODY, "content-range: bytes 0-1/9\r\n", "206 Part")),
    "=a =a http",
  ],
  ["the status 205", once(answer(BODY, "", "205 Reset")), "no-body no-body http"],
  ["the status 300", once(answer(BODY, "location: /\r\n", "300 Many")), "http http http"],
  ["the status 304", once("HTTP/1.1 304 Not Modified\r\n\r\n"), "http http http"],
  ["the status 407", once(answer("", "proxy-authenticate: Basic\r\n", "407 No")), "http http http"],
  ["the status 408", once(answer("", "connection: close\r\n", "408 Slow")), "http http http"],
  ["the status 421", once(answer("", "", "421 Elsewhere")), "http http http"],
  ["the status 425", once(answer("", "", "425 Early")), "http http http"],
  ["a status line of 60 KB", once(answer(BODY, "", `200 ${"x".repeat(60_000)}`)), "=a =a format"],
  [
    "a hundred redirects in one",
    once(answer("", "location: /\r\n".repeat(100), "302 On")),
    "network network network",
  ],
  [
    "a body behind a connection that is upgraded",
    once(joined("HTTP/1.1 101 Go\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n", bytesOf(BODY))),
    "http http http",
  ],
];
