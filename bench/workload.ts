// Copyright 2026 the Rivulet authors. MIT license.

import type { Protocol } from "./contender.ts";

// Of one to fourteen characters, with what JSON escapes and what UTF-8 needs several bytes for.
const TOKENS = [
  ...' The| sky| looks| blue| because| of| Ray|leigh| scattering|,|\n\n| "short"|er| waves'.split(
    "|",
  ),
  ...[" 光", "は", " größ", "er", " 🌈", " x", " =", " 42", ".", " And", " so", " on", "\t", " — "],
];

/** The tokens of an answer. */
export function tokensOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => TOKENS[index % TOKENS.length]!);
}

/** The answer as the server sends it, one event an element. */
export function* answerEvents(
  protocol: Protocol,
  count: number,
): Generator<Uint8Array<ArrayBuffer>> {
  const { token, first, last } = protocol === "sse" ? completion : ollamaChat;
  yield* first;
  for (let index = 0; index < count; index++) yield token[index % TOKENS.length]!;
  yield* last;
}

/** A JSON line that holds one long token. */
export function longToken(kibibytes: number): string {
  return "0123456789abcdef".repeat(kibibytes * 64);
}

/** An answer of one token, as Ollama sends it. */
export function answerWithToken(token: string): Uint8Array<ArrayBuffer>[] {
  return [
    ollamaLine({ message: { role: "assistant", content: token }, done: false }),
    ...ollamaChat.last,
  ];
}

interface Answer {
  readonly first: readonly Uint8Array<ArrayBuffer>[];
  readonly token: readonly Uint8Array<ArrayBuffer>[];
  readonly last: readonly Uint8Array<ArrayBuffer>[];
}

const completion: Answer = {
  first: [completionEvent({ role: "assistant", content: "" }, null)],
  token: TOKENS.map((content) => completionEvent({ content }, null)),
  last: [completionEvent({}, "stop"), encode("data: [DONE]\n\n")],
};

const ollamaChat: Answer = {
  first: [],
  token: TOKENS.map((content) =>
    ollamaLine({ message: { role: "assistant", content }, done: false })
  ),
  last: [ollamaLine({
    message: { role: "assistant", content: "" },
    done: true,
    done_reason: "stop",
    total_duration: 4_883_583_458,
    load_duration: 1_334_875,
    prompt_eval_count: 26,
    prompt_eval_duration: 342_546_000,
    eval_count: 282,
    eval_duration: 4_535_599_000,
  })],
};

function completionEvent(delta: unknown, finishReason: string | null): Uint8Array<ArrayBuffer> {
  return encode(`data: ${
    JSON.stringify({
      id: "chatcmpl-9xKq2vB7sJd0LmN4pR6tU8wY",
      object: "chat.completion.chunk",
      created: 1_767_225_600,
      model: "gpt-4o-mini-2024-07-18",
      system_fingerprint: "fp_44709d6fcb",
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }],
    })
  }\n\n`);
}

function ollamaLine(fields: Record<string, unknown>): Uint8Array<ArrayBuffer> {
  const line = { model: "llama3.1:8b", "created_at": "2026-01-01T00:00:00.000000000Z", ...fields };
  return encode(`${JSON.stringify(line)}\n`);
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
