// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import { ChatCompletionParser } from "../../providers/_chat_completions.ts";

const SPLIT_EVENT = ['data: {"choices":', 'data: [{"delta":{"content":"a"}}]}', ""];

function tokensOf(parser: ChatCompletionParser, lines: Iterable<string>): string[] {
  const tokens: string[] = [];
  for (const line of lines) {
    const { token } = parser.parseLine(line) ?? {};
    if (token !== undefined) tokens.push(token);
  }
  return tokens;
}

Deno.test("ChatCompletionParser joins the lines of an event after many that were malformed", () => {
  const parser = new ChatCompletionParser();
  const malformed = `data: ${"x".repeat(1024 * 1024)}`;
  for (let index = 0; index < 20; index++) {
    assertStrictEquals(parser.parseLine(malformed), undefined);
    assertStrictEquals(parser.parseLine(""), undefined);
  }
  assertEquals(tokensOf(parser, SPLIT_EVENT), ["a"]);
});

Deno.test("ChatCompletionParser gives up an event of more lines than it keeps", () => {
  const event = (count: number) => [
    'data: {"list":[',
    ...Array.from({ length: count }, () => "data: 1,"),
    'data: 1],"choices":[{"delta":{"content":"a"}}]}',
    "",
  ];
  const parser = new ChatCompletionParser();
  assertEquals(tokensOf(parser, event(200_000)), ["a"]);
  assertEquals(tokensOf(parser, event(300_000)), []);
  assertEquals(tokensOf(parser, SPLIT_EVENT), ["a"]);
});
