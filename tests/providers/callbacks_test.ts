// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { formatProviderError, getProviderById, type LLMFinish } from "@rivulet/llm";
import {
  answerChunks,
  answeringFetch,
  configFor,
  httpProviderIds,
  requestFor,
} from "../support/ask.ts";
import { stubFetch, stubResponse } from "../support/stub_response.ts";

async function outcomeOf(promise: Promise<unknown>): Promise<unknown> {
  return await promise.then(() => "resolved", (error) => error);
}

const callbacks = ["onToken", "onReasoning", "onFinish"] as const;

for (const id of httpProviderIds) {
  const { stream, tokens } = getProviderById(id);
  const thinking = id === "local-a"
    ? '{"message":{"content":"","thinking":"Hm"}}\n'
    : 'data: {"choices":[{"delta":{"reasoning_content":"Hm"}}]}\n\n';

  for (const callback of callbacks) {
    Deno.test(`stream() of ${id} rejects with what ${callback} throws and closes the connection`, async () => {
      for (const thrown of [new TypeError("Failed to fetch"), "a text", undefined]) {
        let cancelled = false;
        const chunks = [thinking, ...answerChunks(id, ["a", "b"])];
        const onCancel = () => void (cancelled = true);
        const fetch = stubFetch(() => stubResponse({ chunks, end: "open", onCancel }));
        const request = requestFor({
          [callback]: () => {
            throw thrown;
          },
        });
        assertStrictEquals(await outcomeOf(stream(configFor(id, { fetch }), request)), thrown);
        assert(cancelled);
      }
    });
  }

  Deno.test(`stream() of ${id} rejects with what onToken throws although it also aborts`, async () => {
    const controller = new AbortController();
    const thrown = new Error("mine");
    const { fetch } = answeringFetch(id, ["a"]);
    const request = requestFor({
      signal: controller.signal,
      onToken: () => {
        controller.abort();
        throw thrown;
      },
    });
    assertStrictEquals(await outcomeOf(stream(configFor(id, { fetch }), request)), thrown);
  });

  Deno.test(`formatProviderError() gives the text of what onToken threw, for ${id}`, async () => {
    const { fetch } = answeringFetch(id, ["a"]);
    const thrown = new TypeError("Failed to fetch");
    const request = requestFor({
      onToken: () => {
        throw thrown;
      },
    });
    const error = await outcomeOf(stream(configFor(id, { fetch }), request));
    assertStrictEquals(formatProviderError(error, "local"), "Failed to fetch");
  });

  Deno.test(`stream() of ${id} keeps tokens and reasoning in the server's order`, async () => {
    const [a, b, end] = answerChunks(id, ["a", "b"]);
    const fetch = stubFetch(() => stubResponse({ chunks: [`${a}${thinking}${b}${end}`] }));
    const got: string[] = [];
    const request = requestFor({
      onToken: (token) => got.push(token),
      onReasoning: (text) => got.push(`(${text})`),
      onFinish: ({ tokenCount }) => got.push(`${tokenCount} tokens`),
    });
    await stream(configFor(id, { fetch }), request);
    assertEquals(got, ["a", "(Hm)", "b", "2 tokens"]);
    got.length = 0;
    for await (const token of tokens(configFor(id, { fetch }), request)) got.push(token);
    assertEquals(got, ["a", "(Hm)", "b", "2 tokens"]);
  });

  Deno.test(`stream() of ${id} calls the request's functions as its methods`, async () => {
    const { fetch } = answeringFetch(id, ["a"]);
    const request = requestFor({
      onToken(this: unknown) {
        assertStrictEquals(this, request);
      },
      onFinish(this: unknown, _summary: LLMFinish) {
        assertStrictEquals(this, request);
      },
    });
    await stream(configFor(id, { fetch }), request);
  });
}
