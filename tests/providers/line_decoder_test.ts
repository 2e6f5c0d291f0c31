// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertThrows } from "@std/assert";
import { LineDecoder } from "../../_internal/http/reader/line_decoder.ts";

const encoder = new TextEncoder();

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

function decode(...chunks: Uint8Array<ArrayBuffer>[]): string {
  const decoder = new LineDecoder();
  return chunks.map((chunk) => decoder.push(chunk)).join("") + decoder.end();
}

Deno.test("LineDecoder gives whole lines at once", () => {
  assertEquals(new LineDecoder().push(bytes("größe\n日本\n")), "größe\n日本\n");
});

Deno.test("LineDecoder lets the beginning of a line wait for its end", () => {
  const decoder = new LineDecoder();
  assertEquals(["a", "b\nc", "", "\r", "d"].map((piece) => decoder.push(bytes(piece))), [
    "",
    "ab\n",
    "",
    "c\r",
    "",
  ]);
  assertEquals(decoder.end(), "d");
  assertEquals(decoder.end(), "");
});

Deno.test("LineDecoder gives the same text wherever it is cut, a byte order mark with it", () => {
  const text = "\uFEFFa🌈\n\r\nb日\rö\n\n光";
  const whole = bytes(text);
  for (let first = 0; first <= whole.length; first++) {
    for (let second = first; second <= whole.length; second++) {
      const chunks = [whole.slice(0, first), whole.slice(first, second), whole.slice(second)];
      assertEquals(decode(...chunks), text, `cut at ${first} and ${second}`);
    }
  }
});

Deno.test("LineDecoder gives what is longer than 4096 bytes as it comes", () => {
  const decoder = new LineDecoder();
  const half = "é".repeat(1024);
  assertEquals(decoder.push(bytes(half)), "");
  assertEquals(decoder.push(bytes(half)), "");
  assertEquals(decoder.push(bytes("é\nb")), `${half}${half}é\nb`);
  assertEquals(decoder.push(bytes("é".repeat(4096))), "é".repeat(4096));
  assertEquals(decoder.end(), "");
});

Deno.test("LineDecoder joins a character that is cut in a long line", () => {
  const line = bytes(`${"光".repeat(3000)}\n`);
  for (const size of [1000, 4096, 4097, 5000]) {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    for (let start = 0; start < line.length; start += size) {
      chunks.push(line.slice(start, start + size));
    }
    assertEquals(decode(...chunks), `${"光".repeat(3000)}\n`, `chunks of ${size} bytes`);
  }
});

Deno.test("LineDecoder drops half a character at the end, and nothing before it", () => {
  assertEquals(decode(bytes("a光").slice(0, -1)), "a");
});

Deno.test("LineDecoder refuses what is no bytes, as a decoder does", () => {
  const text = "a\n" as unknown as Uint8Array<ArrayBuffer>;
  assertThrows(() => new LineDecoder().push(text), TypeError);
});
