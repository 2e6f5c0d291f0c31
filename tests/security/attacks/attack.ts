// Copyright 2026 the Rivulet authors. MIT license.

/** The server's end of a connection. */
export interface Wire {
  /** Writes to the client; resolves with whether the connection still stands. */
  send(data: string | Uint8Array): Promise<boolean>;
  /** Breaks the connection off, as a program that crashes does. */
  reset(): void;
  /** The address of another server, where nobody should go. */
  readonly elsewhere: string;
}

/** What a server does once it is asked; then the connection closes, unless it is kept. */
export type Attack = (wire: Wire) => Promise<"keep" | void>;

export const MIB = 1024 * 1024;

/** How a chat answer is taken as a stream. */
export const CHUNKED = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";

/** An answer with a length, and what comes after it. */
export function answer(body: string | Uint8Array, head = "", status = "200 OK"): Uint8Array {
  const bytes = bytesOf(body);
  const lines = `HTTP/1.1 ${status}\r\ncontent-length: ${bytes.length}\r\n${head}\r\n`;
  return joined(lines, bytes);
}

export function bytesOf(text: string | Uint8Array): Uint8Array {
  return typeof text === "string" ? new TextEncoder().encode(text) : text;
}

export function joined(...parts: (string | Uint8Array)[]): Uint8Array {
  const all = parts.map(bytesOf);
  const bytes = new Uint8Array(all.reduce((length, part) => length + part.length, 0));
  let place = 0;
  for (const part of all) {
    bytes.set(part, place);
    place += part.length;
  }
  return bytes;
}

/** A piece of a body that says how long it is. */
export function chunk(text: string): string {
  return `${bytesOf(text).length.toString(16)}\r\n${text}\r\n`;
}

export function once(data: string | Uint8Array): Attack {
  return async ({ send }) => void await send(data);
}

export function andKeep(data: string | Uint8Array): Attack {
  return async ({ send }) => {
    await send(data);
    return "keep";
  };
}

/** So that the client has read what came before. */
const PAUSE_MS = 30;

export function andReset(data: string): Attack {
  return async ({ send, reset }) => {
    if (data !== "") await send(data);
    await pause(PAUSE_MS);
    reset();
  };
}

/** Sends a beginning, and then one piece until the client has left, or far too much has been sent. */
export function endless(before: string, piece: string, pauseMs = 0): Attack {
  const block = pauseMs > 0 ? piece : piece.repeat(Math.ceil(64_000 / piece.length));
  return async ({ send }) => {
    await send(before);
    for (let sent = 0; sent < 256 * MIB && await send(block); sent += block.length) {
      if (pauseMs > 0) await pause(pauseMs);
    }
  };
}

/** Sends what leads to another server. */
export function leading(make: (elsewhere: string) => Uint8Array): Attack {
  return async ({ send, elsewhere }) => void await send(make(elsewhere));
}

export const json = (body: string): Attack => once(answer(body));

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
