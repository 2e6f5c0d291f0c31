// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { ChatCompletionTokenStream, OllamaTokenStream, ProviderError } from "@rivulet/llm";
import { stubResponse } from "../support/stub_response.ts";
import { cutBody, type Outcome, type WireCase, wireCases } from "../support/wire_case.ts";
import { checkOutcome } from "../support/wire_check.ts";

function tokenStreamFor({ provider }: WireCase): TransformStream<string, string> {
  return provider === "local-a" ? new OllamaTokenStream() : new ChatCompletionTokenStream();
}

async function readTokens(stream: ReadableStream<string>): Promise<Outcome> {
  const outcome: Outcome = { tokens: [], reasoning: [] };
  try {
    for await (const token of stream) outcome.tokens.push(token);
  } catch (error) {
    outcome.error = error;
  }
  return outcome;
}

// The streams know nothing of HTTP, of secrets, of a connection that breaks, and of half a
// character at the end (F28): the decoder before them makes a whole one of it.
const textCases = wireCases.filter(({ id, response, config, expect }) =>
  id !== "F28" && expect.requestUrl !== null &&
  response.status === 200 && response.end !== "reset" && !response.headers["content-encoding"] &&
  config?.apiKey === undefined
);

for (const wireCase of textCases) {
  const { name } = tokenStreamFor(wireCase).constructor;
  Deno.test(`${name} reads ${wireCase.id}: ${wireCase.title}`, async () => {
    for (const cut of ["as given", "whole"] as const) {
      const cancelled = Promise.withResolvers<void>();
      const { end } = wireCase.response;
      const { body } = stubResponse({
        chunks: cutBody(wireCase, cut),
        end,
        onCancel: cancelled.resolve,
      });
      const tokens = body!.pipeThrough(new TextDecoderStream()).pipeThrough(
        tokenStreamFor(wireCase),
      );
      const outcome = await readTokens(tokens);
      const { finish: _finish, reasoning: _reasoning, formatLocal: _format, ...expect } =
        wireCase.expect;
      const finish = outcome.error === undefined
        ? { finish: { endedBy: "eof", tokenCount: 0 } as const }
        : {};
      checkOutcome({ ...wireCase, expect }, "", { ...outcome, ...finish });
      if (expect.cancelled) await cancelled.promise;
    }
  });
}

Deno.test("ChatCompletionTokenStream errors after the tokens that nobody has read yet", async () => {
  const stream = new ChatCompletionTokenStream();
  const writer = stream.writable.getWriter();
  const written = writer.write(
    'data: {"choices":[{"delta":{"content":"a"}}]}\ndata: {"choices":[{"delta":{"content":"b"}}]}\n' +
      'data: {"error":"gone"}\n',
  );
  const reader = stream.readable.getReader();
  assertEquals(await reader.read(), { done: false, value: "a" });
  await written;
  assertEquals(await reader.read(), { done: false, value: "b" });
  const error = await assertRejects(() => reader.read(), ProviderError);
  assertStrictEquals(error.message, "Provider stream failed: gone");
});

Deno.test("ChatCompletionTokenStream cancels its source when its reader leaves", async () => {
  let cancelled: unknown;
  const source = new ReadableStream<string>({ cancel: (reason) => void (cancelled = reason) });
  await source.pipeThrough(new ChatCompletionTokenStream()).cancel("enough");
  assertStrictEquals(cancelled, "enough");
});

Deno.test("ChatCompletionTokenStream hands on the error of its source", async () => {
  const broken = new TypeError("connection reset");
  const source = new ReadableStream<string>({ pull: (controller) => controller.error(broken) });
  const tokens = source.pipeThrough(new ChatCompletionTokenStream());
  assertStrictEquals(await assertRejects(() => Array.fromAsync(tokens), TypeError), broken);
});

Deno.test("ChatCompletionTokenStream takes no more from its source than its reader asks for", async () => {
  let pulls = 0;
  const source = new ReadableStream<string>({
    pull: (controller) =>
      controller.enqueue(`data: {"choices":[{"delta":{"content":"${pulls++}"}}]}\n`),
  }, { highWaterMark: 0 });
  const reader = source.pipeThrough(new ChatCompletionTokenStream()).getReader();
  await new Promise((resolve) => setTimeout(resolve)); // all that could run has run
  const before = pulls;
  assertEquals(await reader.read(), { done: false, value: "0" });
  await new Promise((resolve) => setTimeout(resolve));
  assertEquals([before, pulls], [1, 2]);
  await reader.cancel();
});

Deno.test("token streams tell what was not understood, once, before they close", async () => {
  for (
    const [TokenStream, lines] of [
      [ChatCompletionTokenStream, [
        "data: oops\n\n",
        'data: {"choices":[{"delta":{"content":"a"}}]}\n',
      ]],
      [OllamaTokenStream, ['{"message":{"con\n', '{"message":{"content":"a"}}\n']],
    ] as const
  ) {
    const seen: unknown[] = [];
    const stream = new TokenStream({ onSkipped: (skipped) => seen.push(skipped) });
    const tokens = await Array.fromAsync(ReadableStream.from(lines).pipeThrough(stream));
    assertEquals([tokens, seen.length], [["a"], 1]);
    assertEquals((seen[0] as { lines: number }).lines, 1);
    const quiet = ReadableStream.from([lines[1]]).pipeThrough(
      new TokenStream({ onSkipped: (skipped) => seen.push(skipped) }),
    );
    assertEquals([await Array.fromAsync(quiet), seen.length], [["a"], 1]);
  }
});

Deno.test("a token stream ends with what onSkipped throws", async () => {
  const thrown = new Error("mine");
  const stream = new ChatCompletionTokenStream({
    onSkipped: () => {
      throw thrown;
    },
  });
  const tokens = ReadableStream.from(["data: oops\n\n"]).pipeThrough(stream);
  assertStrictEquals(await assertRejects(() => Array.fromAsync(tokens), Error), thrown);
});
