// Copyright 2026 the Rivulet authors. MIT license.

// Few bytes that unpack to many: bodies that are ready to be read for as long as one reads them.

import { brotliCompressSync, constants, deflateRawSync, gzipSync } from "node:zlib";
import type { LoopbackResponse } from "./loopback.ts";

const MIB = 1024 * 1024;
const encoder = new TextEncoder();

/** How a body can be packed. */
export const packings = ["br", "gzip"] as const;

export type Packing = typeof packings[number];

/** The bytes of a body as they come over the wire. */
export function pack(
  bytes: Uint8Array<ArrayBuffer>,
  packing: Packing | undefined,
): Uint8Array<ArrayBuffer> {
  if (packing === undefined) return bytes;
  return new Uint8Array(
    packing === "gzip"
      ? gzipSync(bytes)
      : brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }),
  );
}

/** The headers that tell how a body is packed. */
export function headersOf(packing: Packing | undefined): Record<string, string> {
  return packing === undefined ? {} : { "content-encoding": packing };
}

/** An answer that unpacks to one text again and again, up to about so many MiB. */
export function packedAnswer(packing: Packing, text: string, mebibytes: number): LoopbackResponse {
  const times = Math.max(1, Math.ceil(mebibytes * MIB / text.length));
  const bytes = encoder.encode(text.repeat(times));
  return { headers: headersOf(packing), chunks: [pack(bytes, packing)] };
}

/** An answer that unpacks to a beginning, and then to one text without end. */
export function endlessAnswer(before: string, text: string): LoopbackResponse {
  const block = packedBlock(text.repeat(Math.ceil(MIB / text.length)));

  function* chunks(): Generator<Uint8Array> {
    // RFC 1952, section 2.3: a gzip file begins so.
    yield Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
    yield packedBlock(before);
    while (true) yield block;
  }

  return { headers: { "content-encoding": "gzip" }, chunks: chunks() };
}

/** A part of a packed body that needs none of the parts before it. */
function packedBlock(text: string): Uint8Array {
  return new Uint8Array(
    deflateRawSync(encoder.encode(text), { finishFlush: constants.Z_FULL_FLUSH }),
  );
}
