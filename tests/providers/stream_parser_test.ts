// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals } from "@std/assert";
import type { LLMStreamPart } from "@rivulet/llm";
import { StreamParser } from "../../_internal/http/reader/stream_parser.ts";

const LIMIT = 16 * 1024 * 1024;
const TOO_LONG: LLMStreamPart = { failure: "a line is longer than 16 MiB" };

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

Deno.test("StreamParser takes a line of 16 MiB", () => {
  const parser = createParser();
  assertEquals(parser.push("x".repeat(LIMIT)), []);
  assertEquals(parser.push("\n"), [token("xxxx")]);
});

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
