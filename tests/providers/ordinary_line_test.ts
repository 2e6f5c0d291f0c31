// Copyright 2026 the Rivulet authors. MIT license.

// The straight lane is a short cut: what it reads must be what the whole reader reads.

import { assertEquals } from "@std/assert";
import { ollamaNative, openAI, type Protocol } from "../../_internal/http/protocols.ts";
import { AnswerReader } from "../../_internal/http/reader/answer_reader.ts";
import { ReadChoice } from "../../_internal/http/reader/chunk_form.ts";
import { ordinaryToken } from "../../_internal/http/reader/ordinary_line.ts";
import { StreamParser } from "../../_internal/http/reader/stream_parser.ts";

function chunk(delta: unknown, choice: object = {}, fields: object = {}): string {
  const choices = [{ index: 0, delta, finish_reason: null, ...choice }];
  return `data: ${JSON.stringify({ id: "c", model: "m", choices, ...fields })}`;
}

function line(message: unknown, fields: object = {}): string {
  return JSON.stringify({ model: "m", message, done: false, ...fields });
}

/** An ordinary line of each protocol, and its end. */
const ORDINARY = {
  sse: { before: chunk({ content: "a" }), behind: chunk({ content: "b" }), end: "data: [DONE]" },
  ndjson: {
    before: line({ role: "assistant", content: "a" }),
    behind: line({ role: "assistant", content: "b" }),
    end: line({ content: "" }, { done: true }),
  },
};

/** Lines that say more than a text, or are not what they look like. */
const LINES = [
  "",
  ": a comment",
  "event: error",
  "data: {",
  "{",
  "data: {}",
  "null",
  'data: {"choices":[null]}',
  'data: {"choices":[{"delta":null}]}',
  'data: {"choices":[{"delta":["x"]}]}',
  'data: {"choices":[{"delta":{"content":NaN}}]}',
  'data: {"message":{"content":"x"}}',
  'data: {"status":"error","message":"boom"}',
  '{"choices":[{"delta":{"content":"x"}}]}',
  chunk({ content: "" }),
  chunk({ content: null }),
  chunk({ content: 0.5 }),
  chunk({ content: "0.50" }),
  chunk({ content: [{ type: "text", text: "x" }] }),
  chunk({ content: "half \ud83c" }),
  chunk({ content: "\udf08 half" }),
  chunk({ content: "x", reasoning_content: "r" }),
  chunk({ content: "x", reasoning_content: null }),
  chunk({ content: "x", refusal: "no" }),
  chunk({ content: "x", tool_calls: [{ index: 0, function: { name: "f", arguments: "{}" } }] }),
  chunk({ content: "x", function_call: { name: "f", arguments: "{}" } }),
  chunk({ content: "x" }, { index: 1 }),
  chunk({ content: "x" }, { index: undefined }),
  chunk({ content: "x" }, { index: "1" }),
  chunk({ content: "x" }, { finish_reason: "stop" }),
  chunk({ content: "x" }, { finish_reason: "error" }),
  chunk({ content: "x" }, { usage: { prompt_tokens: 1 } }),
  chunk({ content: "x" }, { error: "boom" }),
  chunk({}, { message: { content: "x" } }),
  chunk({ content: "x" }, { message: { reasoning: "r" } }),
  chunk({ content: "x" }, {}, { error: "boom" }),
  chunk({ content: "x" }, {}, { error: null }),
  chunk({ content: "x" }, {}, { usage: { prompt_tokens: 1 } }),
  chunk({ content: "x" }, {}, { usage: null }),
  chunk({ content: "x" }, {}, { x_groq: { usage: { prompt_tokens: 1 } } }),
  chunk({ content: "x" }, {}, { base_resp: { status_code: 1, status_msg: "boom" } }),
  chunk({ content: "x" }, {}, { done_reason: "error" }),
  chunk({ content: "x" }, {}, { choices: [] }),
  chunk({ content: "x" }, {}, {
    choices: [{ index: 0, delta: { content: "x" } }, { index: 1, delta: { content: "y" } }],
  }),
  line({ content: "" }),
  line({ content: 1 }),
  line({ content: "half \ud83c" }),
  line({ content: "x", thinking: "r" }),
  line({ content: "x", tool_calls: [{ function: { name: "f", arguments: {} } }] }),
  line({ content: "x" }, { done: true }),
  line({ content: "x" }, { done_reason: "stop" }),
  line({ content: "x" }, { done_reason: "error" }),
  line({ content: "x" }, { eval_count: 1 }),
  line({ content: "x" }, { error: "boom" }),
  line({ content: "x" }, { response: "y" }),
  line(null, { response: "y" }),
  line("x"),
];

/** All that the lines say, with each field that says something. */
function read(
  { chat: { format } }: Protocol,
  lines: readonly string[],
  { isStraight }: { isStraight: boolean },
): string[] {
  const reader = new AnswerReader(format);
  const parser = new StreamParser(
    isStraight ? reader : { parseLine: (line) => reader.parseLine(line), end: () => reader.end() },
  );
  const parts = [...lines.flatMap((line) => parser.push(`${line}\n`)), ...parser.end()];
  return parts
    .map((part) => JSON.stringify(part, (_, value) => value === false ? undefined : value))
    .filter((text) => text !== "{}");
}

for (const [name, protocol] of Object.entries({ sse: openAI, ndjson: ollamaNative })) {
  for (const [framing, { before, behind, end }] of Object.entries(ORDINARY)) {
    Deno.test(`the straight lane reads what the whole reader does: ${name} rules, ${framing}`, () => {
      for (const odd of LINES) {
        const lines = [before, "", odd, "", behind, "", odd, behind, "", end];
        const whole = read(protocol, lines, { isStraight: false });
        assertEquals(read(protocol, lines, { isStraight: true }), whole, odd);
      }
    });
  }
}

/** What may stand before the first chunk of an answer. */
const BEFORE = [
  [""],
  [": a comment"],
  ["event: message"],
  ["event: tool"],
  ["event: error"],
  ["data: words"],
  ["data: words", ""],
  ["words"],
  ["{"],
  ['{"x":1}'],
  ["<html>"],
];

/** What may stand behind it. */
const BEHIND = ["", ": error", "event: tool", "event: error", "error: boom", "data: words"];

for (const [name, protocol] of Object.entries({ sse: openAI, ndjson: ollamaNative })) {
  Deno.test(`the straight lane reads the first lines as the whole reader does: ${name} rules`, () => {
    const check = (lines: readonly string[]) => {
      const all = [...lines, ORDINARY.sse.end];
      const whole = read(protocol, all, { isStraight: false });
      assertEquals(read(protocol, all, { isStraight: true }), whole, lines.join("\n"));
    };
    for (const first of LINES) {
      for (const second of [...LINES, ...BEHIND]) {
        check([first, second]);
        check([first, "", second]);
      }
      for (const second of BEHIND) {
        for (const before of BEFORE) check([...before, first, second]);
      }
    }
  });
}

Deno.test("the straight lane takes a first chunk without a text", () => {
  for (
    const delta of [{ role: "assistant", content: "" }, { role: "assistant", content: null }, {}]
  ) {
    assertEquals(ordinaryToken(chunk(delta), new ReadChoice()), "");
  }
});

Deno.test("the straight lane tells that there is a token, so that what stands beside it is none", () => {
  const lines = [chunk({ content: "" }), "", "event: tool", 'data: {"x":1}', ""];
  for (const isStraight of [false, true]) {
    const all = [...lines, ORDINARY.sse.behind, ORDINARY.sse.end];
    assertEquals(read(openAI, all, { isStraight }), ['{"token":"b"}', '{"done":true}']);
  }
});

Deno.test("the straight lane clears a suspicion", () => {
  const suspicion = 'data: {"status":"error","message":"boom"}';
  const lines = [ORDINARY.sse.before, "", suspicion, "", ORDINARY.sse.behind, ORDINARY.sse.end];
  for (const isStraight of [false, true]) {
    const [, , ...parts] = read(openAI, lines, { isStraight });
    assertEquals(parts, ['{"token":"b"}', '{"done":true}']);
  }
});

Deno.test("the straight lane takes no line of more than 16 MiB", () => {
  const lines = [ORDINARY.sse.before, chunk({ content: "x".repeat(16 * 1024 * 1024) })];
  const [, failure] = read(openAI, lines, { isStraight: true });
  assertEquals(failure, '{"failure":"a line is longer than 16 MiB"}');
});

Deno.test("ordinaryToken() takes the lines with which nearly all tokens come", () => {
  for (const { before } of Object.values(ORDINARY)) {
    assertEquals(ordinaryToken(before, new ReadChoice()), "a");
  }
  assertEquals(ordinaryToken("", new ReadChoice()), "");
  const full = chunk({ role: "assistant", content: "a", refusal: null }, { logprobs: {} }, {
    object: "chat.completion.chunk",
    created: 1,
    system_fingerprint: "fp",
    service_tier: "default",
    obfuscation: "x",
    usage: null,
  });
  assertEquals(ordinaryToken(full, new ReadChoice()), "a");
});

Deno.test("a parser of a protocol of its own reads each line itself", () => {
  const read = () => ({ token: "own" });
  const reader = new AnswerReader({ read, isLineByLine: false, readOwn: read });
  const parser = new StreamParser(reader);
  const lines = `${ORDINARY.sse.before}\n\n`;
  assertEquals(parser.push(lines).concat(parser.push(lines)).map(({ token }) => token), [
    "own",
    "own",
  ]);
});
