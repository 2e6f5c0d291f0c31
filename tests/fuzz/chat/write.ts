// Copyright 2026 the Rivulet authors. MIT license.

// The ways in which servers write chunks into lines.

import type { Random } from "../random.ts";
import { type Chunk, randomChunk } from "./chunk.ts";

/** How the lines of a body look: server-sent events, bare JSON lines, or both of them mixed. */
export type Style = "events" | "bare" | "mixed";

/** Lines, and the chunks in them. */
export interface Written {
  text: string;
  chunks: Chunk[];
}

const BESIDE = [
  ": ping",
  ":",
  "event: message",
  "event",
  "id: 1",
  "id",
  "retry: 5",
  "data:",
  "data",
];

export function lineEnd(random: Random): string {
  return random.pick(["\n", "\n", "\r\n", "\r"]);
}

/** One chunk or some, none of them malformed, in lines of this style. */
export function writeChunks(random: Random, style: Style): Written {
  const isEvent = style === "mixed" ? random.once(2) : style === "events";
  const chunk = randomChunk(random);
  const mark = random.once(40) ? "\ufeff" : "";
  if (random.once(12)) return { text: mark + printed(random, chunk.json), chunks: [chunk] };
  const glued = writeGlued(random, chunk);
  if (!isEvent) {
    return { ...glued, text: mark + random.pick(["", "", " "]) + glued.text + lineEnd(random) };
  }
  if (random.once(8)) return { text: splitEvent(random, chunk.json), chunks: [chunk] };
  const data = `${random.pick(["data: ", "data:", "  data:   ", "data: data: "])}${glued.text}`;
  return { ...glued, text: mark + reorderedEvent(random, data) };
}

/** The lines of an event in any order. */
export function reorderedEvent(random: Random, ...lines: string[]): string {
  const all = [...lines];
  while (random.once(3)) all.splice(random.below(all.length + 1), 0, random.pick(BESIDE));
  const blank = random.once(5) ? "" : lineEnd(random);
  return all.map((line) => line + lineEnd(random)).join("") + blank;
}

/** A chunk, or some that a server wrote on one line. */
function writeGlued(random: Random, first: Chunk): Written {
  const chunks = [first];
  let text = first.json;
  while (random.once(12)) {
    const next = randomChunk(random);
    chunks.push(next);
    text += random.pick(["", " ", "data: ", "data:", " data: data: "]) + next.json;
  }
  return { text, chunks };
}

/** One JSON text on several data lines, or on bare lines behind the first. */
export function splitEvent(random: Random, json: string): string {
  const blank = random.once(4) ? "" : lineEnd(random);
  if (random.once(3)) return `data: ${printed(random, json)}${blank}`;
  const lines = tokensOf(json).reduce<string[]>((all, token) => {
    const last = all.at(-1)!;
    const mayBreak = /[[{,]$/.test(last) && (all.length === 1 || random.once(3));
    return mayBreak ? [...all, token] : [...all.slice(0, -1), last + token];
  }, [""]);
  const between = () => random.once(10) ? `: ping${lineEnd(random)}` : "";
  return lines.map((line) => `data: ${line}${lineEnd(random)}${between()}`).join("") + blank;
}

/** A JSON text as it is printed for people, some with their inner objects on one line. */
export function printed(random: Random, json: string): string {
  const end = lineEnd(random);
  const indent = random.pick(["  ", " ", "\t"]);
  const flatFrom = random.pick([2, 3, 99, 99]);
  let depth = 0;
  let text = "";
  const next = () => depth < flatFrom ? end + indent.repeat(depth) : "";
  for (const token of tokensOf(json)) {
    if (/^[\]}]$/.test(token)) {
      const isFlat = depth >= flatFrom;
      depth--;
      text += (isFlat ? "" : end + indent.repeat(depth)) + token;
      continue;
    }
    if (/^[[{]$/.test(token)) depth++;
    text += token === ":" ? ": " : token;
    if (/^[[{,]$/.test(token)) text += next();
  }
  return text + end;
}

function tokensOf(json: string): string[] {
  // An empty list or object is printed as one.
  return json.match(/"(?:[^"\\]|\\.)*"|\[\]|\{\}|[[\]{},:]|[^[\]{},:"]+/g)!;
}
