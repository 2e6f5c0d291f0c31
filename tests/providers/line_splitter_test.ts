// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals } from "@std/assert";
import { LineSplitter } from "../../_internal/http/reader/line_splitter.ts";

function split(...pieces: string[]): string[] {
  const splitter = new LineSplitter();
  return pieces.flatMap((piece) => splitter.push(piece));
}

const rows: [name: string, pieces: string[], lines: string[]][] = [
  ["ends lines at LF, CRLF and a bare CR", ["a\nb\r\nc\rd\n"], ["a", "b", "c", "d"]],
  ["keeps blank lines", ["a\n\nb\r\n\r\nc\r\rd\n"], ["a", "", "b", "", "c", "", "d"]],
  ["takes a CRLF cut in two as one end", ["a\r", "\nb\n"], ["a", "b"]],
  ["takes a CRLF cut in two, with an empty piece between, as one end", ["a\r", "", "\nb\n"], [
    "a",
    "b",
  ]],
  ["takes an LF after a cut CRLF as an end", ["a\r", "\n\nb\n"], ["a", "", "b"]],
  ["takes an LF after a CR and text as an end", ["a\r", "b\n\nc\n"], ["a", "b", "", "c"]],
  ["takes LF CR as two ends", ["a\n\rb\n"], ["a", "", "b"]],
  ["joins a line from many pieces", ["a", "b", "c\nd", "e\n"], ["abc", "de"]],
  ["has no line after the last line end", ["a\n"], ["a"]],
  ["lets a line without an end wait", ["a\nb"], ["a"]],
  ["has no line in no text", ["", ""], []],
];

for (const [name, pieces, lines] of rows) {
  Deno.test(`LineSplitter ${name}`, () => assertEquals(split(...pieces), lines));
}

Deno.test("LineSplitter gives the same lines however the text is cut", () => {
  const text = "\n\r\na\rb\n\r\r\n\nc\r\n";
  const whole = split(text);
  assertEquals(whole, ["", "", "a", "b", "", "", "", "c"]);
  for (let first = 0; first <= text.length; first++) {
    for (let second = first; second <= text.length; second++) {
      assertEquals(
        split(text.slice(0, first), text.slice(first, second), text.slice(second)),
        whole,
      );
    }
  }
});

Deno.test("LineSplitter gives a line that a CR ended before anything follows", () => {
  assertEquals(new LineSplitter().push("a\r"), ["a"]);
});

Deno.test("LineSplitter tells how much waits for the end of its line", () => {
  const splitter = new LineSplitter();
  splitter.push("ab\nc");
  splitter.push("de");
  assertEquals(splitter.heldLength, 3);
  splitter.push("\n");
  assertEquals(splitter.heldLength, 0);
});
