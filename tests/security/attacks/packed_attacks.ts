// Copyright 2026 the Rivulet authors. MIT license.

// Bodies that are packed otherwise than they say, or that unpack to far more than comes.

import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import { answer, type Attack, joined, MIB, once } from "./attack.ts";
import { END, TOKEN } from "./texts.ts";

const BODY = TOKEN + END;

/** An answer that says how it is packed. */
function packed(encoding: string, bytes: Uint8Array | string, status?: string): Attack {
  return once(answer(bytes, `content-encoding: ${encoding}\r\n`, status));
}

/** One text again and again, in parts of a file that are whole files themselves. */
function members(text: string, count: number): Uint8Array {
  const member = gzipSync(text);
  return joined(...Array.from({ length: count }, () => member));
}

/** The sum stands in the last eight bytes. */
function wrongSum(bytes: Uint8Array): Uint8Array {
  return joined(bytes.subarray(0, -8), new Uint8Array(8));
}

const twice = (text: string): Uint8Array => gzipSync(gzipSync(text, { level: 1 }));

/** How calls of Ollama's protocol, of OpenAI's, and of an embedding end; "!" where one gives up, "?" where platforms differ. */
export const PACKED_ATTACKS: [name: string, attack: Attack, ends: string][] = [
  ["gzip in two parts", packed("gzip", joined(gzipSync(TOKEN), gzipSync(END))), "=a =a format"],
  ["gzip in a thousand parts", packed("gzip", members(" \n", 1000)), "= = format"],
  ["gzip bombs in many parts", packed("gzip", members("\n".repeat(MIB), 40)), "? ? ?"],
  ["gzip and junk behind it", packed("gzip", joined(gzipSync(BODY), "junk")), "=a =a format"],
  ["gzip with a wrong sum", packed("gzip", wrongSum(gzipSync(BODY))), "stream stream network"],
  [
    "gzip without its last byte",
    packed("gzip", gzipSync(BODY).subarray(0, -1)),
    "stream stream network",
  ],
  ["an empty body as gzip", packed("gzip", ""), "= = format"],
  [
    "one token of 64 MiB as gzip",
    packed("gzip", gzipSync(`{"a":"${"x".repeat(64 * MIB)}`)),
    "! ! !",
  ],
  ["a bomb in a bomb, packed once by its word", packed("gzip", twice("\n".repeat(MIB))), "! ! !"],
  ["a bomb in a bomb", packed("gzip, gzip", twice("\n".repeat(40 * MIB))), "! ! !"],
  ["gzip that says deflate", packed("deflate", gzipSync(BODY)), "stream stream format"],
  ["deflate with its head", packed("deflate", deflateSync(BODY)), "stream stream format"],
  ["deflate without its head", packed("deflate", deflateRawSync(BODY)), "stream stream format"],
  ["deflate that says gzip", packed("gzip", deflateSync(BODY)), "stream stream network"],
  [
    "br that breaks off",
    packed("br", brotliCompressSync(BODY).subarray(0, -4)),
    "stream stream network",
  ],
  ["br that says gzip", packed("gzip", brotliCompressSync(BODY)), "stream stream network"],
  ["zstd", packed("zstd", zstdCompressSync(BODY)), "= = format"],
  ["plain text that says br", packed("br", BODY), "stream stream network"],
  [
    "fifty packings",
    packed(Array(50).fill("gzip").join(", "), gzipSync(BODY)),
    "stream stream format",
  ],
  ["the packing identity", packed("identity", BODY), "=a =a format"],
  ["capitals in the packing", packed("GZip", gzipSync(BODY)), "=a =a format"],
  [
    "a refusal that is a bomb",
    packed("gzip", gzipSync(" ".repeat(64 * MIB)), "400 No"),
    "http http http",
  ],
  ["a refusal that is packed badly", packed("gzip", "not packed", "500 No"), "http http http"],
];
