// Copyright 2026 the Rivulet authors. MIT license.

// A built page as one file: a digest, a line that lists the files, and their bytes.

import { createHash } from "node:crypto";
import type { PageFile, PageFiles } from "./page_files.ts";

const NEW_LINE = 10;

interface Entry {
  readonly name: string;
  readonly type: string;
  readonly length: number;
}

export function pack(files: PageFiles): Uint8Array<ArrayBuffer> {
  const entries = [...files].map(([name, { type, contents }]): Entry => {
    return { name, type, length: contents.length };
  });
  const list = new TextEncoder().encode(`${JSON.stringify(entries)}\n`);
  const parts = [list, ...[...files.values()].map(({ contents }) => contents)];
  const digest = new TextEncoder().encode(`${digestOf(parts)}\n`);
  return concatenate([digest, ...parts]);
}

/** The files of a page, or undefined where a single byte is not as it was packed. */
export function unpack(packed: Uint8Array<ArrayBuffer>): PageFiles | undefined {
  const [digest, rest] = cutLine(packed);
  if (digest !== digestOf([rest])) return undefined;
  const [list, bytes] = cutLine(rest);
  const files = new Map<string, PageFile>();
  let start = 0;
  for (const { name, type, length } of JSON.parse(list) as Entry[]) {
    files.set(name, { type, contents: bytes.subarray(start, start += length) });
  }
  return files;
}

function cutLine(bytes: Uint8Array<ArrayBuffer>): [line: string, rest: Uint8Array<ArrayBuffer>] {
  const end = bytes.indexOf(NEW_LINE);
  return [new TextDecoder().decode(bytes.subarray(0, end)), bytes.subarray(end + 1)];
}

function digestOf(parts: readonly Uint8Array[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let start = 0;
  for (const part of parts) {
    whole.set(part, start);
    start += part.length;
  }
  return whole;
}
