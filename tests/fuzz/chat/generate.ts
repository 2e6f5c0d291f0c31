// Copyright 2026 the Rivulet authors. MIT license.

import { concatenate } from "../../support/bytes.ts";
import type { Random } from "../random.ts";

const TEXTS = [
  "a",
  "Hello ",
  "\n",
  "🌍",
  "é",
  "[DONE]",
  "data: ",
  "\u2028",
  "</think>",
  '"',
  "\\",
  "",
  "x".repeat(300),
];

const GARBAGE = [
  "{",
  '{"choices":[',
  "]}",
  "null",
  "1",
  "[]",
  "{}",
  '"text"',
  '{"choices":[]}',
  '{"choices":[{"delta":null}]}',
  '{"error":null}',
  '{"message":{}}',
  "not json",
  "<html>",
  "\ufeff",
  "}",
];

const FAILURES = [
  '{"error":"x"}',
  '{"error":{"message":"y"}}',
  '{"error":{}}',
  '[{"error":"z"}]',
  '{"success":false,"errors":[{"message":"v"}]}',
  '{"detail":"w"}',
  '{"base_resp":{"status_code":1,"status_msg":"u"}}',
  '{"choices":[{"delta":{"content":"t"},"finish_reason":"error"}]}',
];

const MARKERS = ["data: [DONE]", 'data: "[DONE]"', '{"done":true}', "[DONE]"];

/**
 * The lines of a random answer in one of the protocols, mostly valid, with faults of every kind.
 */
export function generateBody(random: Random, protocol: "sse" | "ndjson"): Uint8Array<ArrayBuffer> {
  const pieces: (string | Uint8Array)[] = random.once(20) ? ["\ufeff"] : [];
  const count = random.below(random.pick([2, 8, 40]));
  const isOther = random.once(15);
  for (let index = 0; index < count; index++) {
    // Some servers speak the other dialect.
    const isSse = (protocol === "sse") !== isOther;
    pieces.push(isSse ? sseLine(random) : jsonLine(random));
  }
  if (random.once(2)) {
    const usual = protocol === "sse" ? "data: [DONE]" : '{"done":true}';
    pieces.push(random.once(8) ? random.pick(MARKERS) : usual, lineEnd(random));
  }
  if (random.once(8)) pieces.push(random.bytes());
  if (random.once(12)) pieces.unshift(wholeDocument(random));
  return join(pieces);
}

function sseLine(random: Random): string {
  const end = lineEnd(random);
  const blank = random.once(5) ? "" : lineEnd(random);
  switch (random.below(14)) {
    case 0:
      if (random.once(20)) return `event: error${end}`;
      return random.pick([": comment", "event: message", "id: 1", "retry: 1", "junk", " "]) + end;
    case 1:
      return `data:${random.pick(GARBAGE)}${end}${blank}`;
    case 2:
      return splitEvent(random, JSON.stringify(chunk(random), null, random.below(3))) + blank;
    case 3:
      return random.once(3) ? `data: ${random.pick(FAILURES)}${end}${blank}` : `data:${end}`;
    case 4:
      return random.once(4)
        ? `error: ${random.pick(["", "null", "gone", ...FAILURES])}${end}`
        : end;
    default:
      return `${random.pick(["data: ", "data:", "  data:   "])}${glued(random)}${end}${blank}`;
  }
}

/** One chunk, or some that a server wrote on one line. */
function glued(random: Random): string {
  const count = random.once(12) ? 2 + random.below(2) : 1;
  const chunks = Array.from({ length: count }, () => JSON.stringify(chunk(random)));
  return chunks.join(random.pick(["", " ", "data: "]));
}

/** One JSON text on several data lines. */
function splitEvent(random: Random, json: string): string {
  const lines = json.includes("\n") ? json.split("\n") : [json.slice(0, 9), json.slice(9)];
  return lines.map((line) => `data: ${line}${lineEnd(random)}`).join("");
}

function jsonLine(random: Random): string {
  const end = lineEnd(random);
  switch (random.below(10)) {
    case 0:
      return random.pick(GARBAGE) + end;
    case 1:
      return random.once(4) ? random.pick(FAILURES) + end : end;
    case 2:
      return JSON.stringify({ response: random.pick(TEXTS) }) + end;
    default:
      return JSON.stringify({ message: message(random), done: random.once(30) }) + end;
  }
}

function chunk(random: Random): unknown {
  if (random.once(12)) return { choices: [{ message: message(random) }] };
  return { choices: [{ delta: message(random), "finish_reason": random.once(9) ? "stop" : null }] };
}

function message(random: Random): Record<string, unknown> {
  const text = random.pick(TEXTS);
  const content = random.once(10)
    ? random.pick([null, [{ type: "text", text }, { text }], 1, 0.5])
    : text;
  const reasoning = random.once(6)
    ? { [random.pick(["reasoning", "reasoning_content", "thinking"])]: "hm" }
    : {};
  return { content, ...reasoning };
}

function wholeDocument(random: Random): string {
  const json = JSON.stringify({ choices: [{ message: message(random) }] }, null, random.below(3));
  return random.pick([json, '{"error":"late"}', "<!doctype html><p>x", "<p>", "plain"]) +
    lineEnd(random);
}

function lineEnd(random: Random): string {
  return random.pick(["\n", "\n", "\r\n", "\r"]);
}

function join(pieces: (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  return concatenate(
    pieces.map((piece) => typeof piece === "string" ? encoder.encode(piece) : piece),
  );
}
