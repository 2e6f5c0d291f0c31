// Copyright 2026 the Rivulet authors. MIT license.

import { concatenate } from "../tests/support/bytes.ts";

/** Where the chunks of an answer in memory end. */
export type Cut = "event" | "16 KiB" | "1–37 bytes" | "64 bytes";

/** The same bytes in other chunks. */
export function cutBytes(
  events: readonly Uint8Array<ArrayBuffer>[],
  cut: Cut,
): Uint8Array<ArrayBuffer>[] {
  if (cut === "event") return [...events];
  const nextLength =
    { "16 KiB": () => 16 * 1024, "64 bytes": () => 64, "1–37 bytes": randomLength() }[cut];
  const bytes = concatenate(events);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = start + nextLength();
    chunks.push(bytes.slice(start, end));
    start = end;
  }
  return chunks;
}

/** The same lengths in each run. */
function randomLength(): () => number {
  let state = 1;
  return () => 1 + (state = (state * 48_271) % 2_147_483_647) % 37;
}
