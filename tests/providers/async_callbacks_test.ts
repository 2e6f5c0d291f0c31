// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { formatProviderError, getProviderById } from "@rivulet/llm";
import { answerChunks, configFor, httpProviderIds, requestFor } from "../support/ask.ts";
import { stubFetch, stubResponse } from "../support/stub_response.ts";

const CALLBACKS = ["onToken", "onReasoning", "onFinish"] as const;
const WAYS = ["stream", "tokens"] as const;

for (const id of httpProviderIds) {
  const { stream, tokens } = getProviderById(id);
  const thinking = id === "local-a"
    ? '{"message":{"thinking":"Hm"}}\n'
    : 'data: {"choices":[{"delta":{"reasoning_content":"Hm"}}]}\n\n';
  const chunks = [thinking, ...answerChunks(id, ["a", "b"])];

  for (const name of CALLBACKS) {
    for (const way of WAYS) {
      if (way === "tokens" && name === "onToken") continue;
      Deno.test(`${way}() of ${id} rejects with what a promise of ${name} is rejected with`, async () => {
        for (const thrown of [new TypeError("Failed to fetch"), "a text", undefined]) {
          let cancelled = false;
          const onCancel = () => void (cancelled = true);
          const fetch = stubFetch(() => stubResponse({ chunks, end: "open", onCancel }));
          const request = requestFor({ [name]: () => Promise.reject(thrown) });
          const config = configFor(id, { fetch });
          const outcome = way === "stream"
            ? stream(config, request)
            : readAll(tokens(config, request));
          const error = await outcome.then(() => "resolved", (error) => error);
          assertStrictEquals(error, thrown);
          assert(cancelled);
          if (thrown instanceof Error) {
            assertEquals(formatProviderError(error, "local"), thrown.message);
          }
        }
      });
    }
  }

  Deno.test(`stream() of ${id} waits for no promise of onToken, and keeps the order`, async () => {
    const seen: string[] = [];
    const onToken = (token: string) => {
      seen.push(token);
      return new Promise<never>(() => {});
    };
    const fetch = stubFetch(() => stubResponse({ chunks }));
    await stream(configFor(id, { fetch }), requestFor({ onToken }));
    assertEquals(seen, ["a", "b"]);
  });

  Deno.test(`stream() of ${id} hands on no token after a promise of onToken was rejected`, async () => {
    const seen: string[] = [];
    const onToken = async (token: string) => {
      seen.push(token);
      await Promise.resolve();
      throw new Error("full");
    };
    const more = [...chunks.slice(0, 2), ...chunks.slice(2)];
    const fetch = stubFetch(() => stubResponse({ chunks: more }));
    const outcome = stream(configFor(id, { fetch }), requestFor({ onToken }));
    assertStrictEquals((await outcome.then(() => undefined, (error) => error))?.message, "full");
    assertEquals(seen, ["a"]);
  });
}

async function readAll(tokens: AsyncIterable<string>): Promise<void> {
  for await (const _token of tokens);
}
