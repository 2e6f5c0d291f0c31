// Copyright 2026 the Rivulet authors. MIT license.

import { type LoopbackServer, startLoopback } from "./loopback.ts";

/** A server that ends nothing ends all the same, so that a client without a limit fails. */
const MAX_BYTES = 256 * 1024 * 1024;

/** A server whose answers go on until the client has closed them. */
export interface EndlessServer extends LoopbackServer {
  /** How many bytes the answers had together, without their beginnings. */
  sentBytes(): number;
}

/** Starts a server that sends a beginning and then the same piece again and again. */
export function startEndless(
  piece: string,
  { status = 200, before = "" }: { status?: number; before?: string } = {},
): EndlessServer {
  const bytes = new TextEncoder().encode(piece);
  let sent = 0;

  function* chunks(): Generator<Uint8Array | string> {
    yield before;
    for (; sent < MAX_BYTES; sent += bytes.length) yield bytes;
  }

  const server = startLoopback(() => ({ status, chunks: chunks() }));
  return Object.assign(server, { sentBytes: () => sent });
}
