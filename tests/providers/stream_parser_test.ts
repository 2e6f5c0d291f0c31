// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals } from "@std/assert";
import type { LLMStreamPart } from "@rivulet/llm";
import { StreamParser } from "../../_internal/http/reader/stream_parser.ts";

const MIB = 1024 * 1024;
const LIMIT = 16 * MIB;
const TOO_LONG: LLMStreamPart = { failure: "a line is longer than 16 MiB" };
const TOO_MUCH: LLMStreamPart = { failure: "a line is longer than 1 MiB" };

/** A parser for which each line is a token. */
function createParser(): StreamParser {
  return new StreamParser({
    parseLine: (line) => [{ token: line.slice(0, 4), done: line === "end" }],
    end: () => [{ finishReason: "eof" }],
  });
}

function token(text: string): LLMStreamPart {
  return { token: text, done: false };
}

Deno.test("StreamParser ends after the end marker, and what follows it says nothing", () => {
  const parser = createParser();
  assertEquals(parser.push("a\nend\nb\n"), [token("a"), { token: "end", done: true }]);
  assert(parser.ended);
});

Deno.test("StreamParser takes the last line and the end of the body together", () => {
  const parser = createParser();
  assertEquals(parser.push("a\nb"), [token("a")]);
  assertEquals(parser.end("c\nd"), [token("bc"), token("d"), { finishReason: "eof" }]);
  assert(parser.ended);
});

/** Lines that are longer than 1 MiB, of which a reader sees four characters. */
const LONG: [what: string, line: string, start: string | undefined][] = [
  ["a picture", `{"image":"${"A/8=".repeat(LIMIT / 4 - 4)}"}`, '{"im'],
  [
    "a picture as PHP writes it",
    `{"image":"${`${"A".repeat(60)}\\/`.repeat(LIMIT / 64)}"}`,
    '{"im',
  ],
  ["two pictures", `["${"A".repeat(LIMIT / 2 - 8)}","${"B".repeat(LIMIT / 2 - 8)}"]`, '["AA'],
  ["1 MiB", "x".repeat(MIB), "xxxx"],
  ["more than that beside texts", "x".repeat(MIB + 1), undefined],
  ["short texts", `[${'"a",'.repeat(MIB / 2)}1]`, undefined],
  ["what is escaped", `"${"\\n".repeat(MIB)}"`, undefined],
  ["quotation marks in a text", `"${'\\"'.repeat(MIB)}"`, undefined],
  ["objects behind a picture", `"${"A".repeat(MIB)}"${"{}".repeat(MIB)}`, undefined],
];
for (const [what, line, start] of LONG) {
  Deno.test(`StreamParser ${start === undefined ? "refuses" : "takes"} a long line of ${what}`, () => {
    const parser = createParser();
    const expected = start === undefined ? TOO_MUCH : token(start);
    assertEquals(parser.push(`${line.slice(0, LIMIT)}\n`), [expected]);
  });
}

Deno.test("StreamParser refuses a line of more than 16 MiB as soon as it is, after those before it", () => {
  const parser = createParser();
  assertEquals(parser.push(`a\n${"x".repeat(LIMIT)}`), [token("a")]);
  assert(!parser.ended);
  assertEquals(parser.push("x"), [TOO_LONG]);
  assert(parser.ended);
});

Deno.test("StreamParser refuses a line of more than 16 MiB that comes in one piece", () => {
  const parser = createParser();
  assertEquals(parser.push(`a\n${"x".repeat(LIMIT + 1)}\nb\n`), [token("a"), TOO_LONG]);
  assert(parser.ended);
});
