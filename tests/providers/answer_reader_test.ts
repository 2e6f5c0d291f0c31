// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals } from "@std/assert";
import { openAI } from "../../_internal/http/protocols.ts";
import { AnswerReader } from "../../_internal/http/reader/answer_reader.ts";

const SPLIT_EVENT = ['data: {"choices":', 'data: [{"delta":{"content":"a"}}]}', ""];

function tokensOf(parser: AnswerReader, lines: Iterable<string>): string[] {
  const tokens: string[] = [];
  for (const line of lines) {
    for (const { token } of parser.parseLine(line)) if (token !== undefined) tokens.push(token);
  }
  return tokens;
}

Deno.test("AnswerReader joins the lines of an event after many that were malformed", () => {
  const parser = new AnswerReader(openAI.chat.format);
  const malformed = `data: ${"x".repeat(1024 * 1024)}`;
  for (let index = 0; index < 20; index++) {
    assertEquals(parser.parseLine(malformed), []);
    assertEquals(parser.parseLine("").map(({ skipped }) => skipped?.lines), [1]);
  }
  assertEquals(tokensOf(parser, SPLIT_EVENT), ["a"]);
});

Deno.test("AnswerReader gives up an event of more lines than it keeps", () => {
  const event = (count: number) => [
    'data: {"list":[',
    ...Array.from({ length: count }, () => "data: 1,"),
    'data: 1],"choices":[{"delta":{"content":"a"}}]}',
    "",
  ];
  const parser = new AnswerReader(openAI.chat.format);
  assertEquals(tokensOf(parser, event(200_000)), ["a"]);
  assertEquals(tokensOf(parser, event(300_000)), []);
  assertEquals(tokensOf(parser, SPLIT_EVENT), ["a"]);
});

Deno.test("AnswerReader tells the choices that it does not read, however many there are", () => {
  const chunk = (...indexes: number[]) =>
    `data: {"choices":[${
      indexes.map((index) => `{"index":${index},"delta":{"content":"${index}"}}`)
    }]}`;
  const parser = new AnswerReader(openAI.chat.format);
  const read = (line: string) =>
    parser.parseLine(line).map(({ token, skipped }) => token ?? skipped?.lines);
  assertEquals(
    [chunk(0), chunk(0, 1), chunk(1), chunk(0, 1, 2), chunk(0)].map(read),
    [["0"], [1, "0"], [1], [1, "0"], ["0"]],
  );
});
