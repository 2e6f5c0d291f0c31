// Copyright 2026 the Rivulet authors. MIT license.

import type { Random } from "../random.ts";
import { type Chunk, randomChunk } from "./chunk.ts";
import { lineEnd, type Style, writeChunks } from "./write.ts";

/** A body without an error and without a malformed line, and all that it says. */
export interface SoundBody {
  bytes: Uint8Array<ArrayBuffer>;
  token: string;
  reasoning: string;
  endedBy: "marker" | "eof";
}

const MARKERS = [
  "data: [DONE]",
  'data: "[DONE]"',
  "data:[DONE]",
  "data: data: [DONE]",
  '{"done":true}',
  'data: {"done":true}',
  '{"message":{"content":""},"done":true}',
];

export function generateSoundBody(random: Random): SoundBody {
  const style = random.pick<Style>(["events", "bare", "mixed"]);
  const chunks: Chunk[] = [];
  let text = "";
  for (let count = random.below(random.pick([2, 8, 40])); count > 0; count--) {
    const written = writeChunks(random, style);
    text += written.text;
    chunks.push(...written.chunks);
  }
  const endedBy = random.once(2) ? "marker" : "eof";
  if (endedBy === "marker") text += random.pick(MARKERS) + lineEnd(random);
  // Nothing behind the marker counts.
  if (endedBy === "marker" && random.once(2)) text += `data: ${randomChunk(random).json}\n\n`;
  return {
    bytes: new TextEncoder().encode(text),
    token: chunks.map(({ token }) => token).join(""),
    reasoning: chunks.map(({ reasoning }) => reasoning).join(""),
    endedBy,
  };
}
