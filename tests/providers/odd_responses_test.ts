// Copyright 2026 the Rivulet authors. MIT license.

// Responses of wrappers, stubs and platforms that are no Response as the standard has it.

import { assertEquals, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Readable } from "node:stream";
import { type FetchLikeResponse, getProviderById, type ProviderError } from "@rivulet/llm";
import { answerChunks, askProvider, configFor, httpProviderIds } from "../support/ask.ts";

for (const id of httpProviderIds) {
  const chunks = answerChunks(id, ["a", "b"]).map((chunk) => new TextEncoder().encode(chunk));
  const ask = async (response: FetchLikeResponse) => {
    const { tokens, error } = await askProvider(id, { fetch: () => Promise.resolve(response) });
    return { tokens, error: error as ProviderError };
  };

  Deno.test(`stream() of ${id} reads a body that is a stream of Node`, async () => {
    const body = Readable.from(chunks);
    assertEquals((await ask({ ok: true, status: 200, body })).tokens, ["a", "b"]);
  });

  Deno.test(`stream() of ${id} closes an iterable body when the caller leaves`, async () => {
    let closed = false;
    async function* body() {
      try {
        yield* chunks;
      } finally {
        closed = true;
      }
    }
    const response = { ok: true, status: 200, body: body() };
    const config = configFor(id, { fetch: () => Promise.resolve(response) });
    for await (const token of getProviderById(id).tokens(config, { prompt: "Q" })) {
      assertStrictEquals(token, "a");
      break;
    }
    assertStrictEquals(closed, true);
  });

  for (const body of [undefined, null, "text"]) {
    Deno.test(`stream() of ${id} needs a body that can be read, and ${body} is none`, async () => {
      const { error: { code, message } } = await ask({ ok: true, status: 200, body });
      assertEquals([code, message], ["no-body", "Streaming response body is not available"]);
    });
  }

  Deno.test(`stream() of ${id} tells the status of a refusal without headers and without a body`, async () => {
    const { error: { code, status, message, reason } } = await ask({ ok: false, status: 401 });
    assertEquals([code, status, reason], ["http", 401, undefined]);
    assertStrictEquals(message, "Provider request failed (401)");
  });

  Deno.test(`stream() of ${id} takes the reason of a refusal without a body from its text`, async () => {
    const text = () => Promise.resolve('{"error":{"message":"bad key"}}');
    assertStrictEquals((await ask({ ok: false, status: 401, text })).error.reason, "bad key");
  });

  const oddHeaders: [what: string, headers: unknown, retryAfterMs: number | undefined][] = [
    ["null", null, undefined],
    ["a plain object", { "Retry-After": "3" }, 3000],
    [
      "an object without a prototype",
      Object.assign(Object.create(null), { "retry-after": "3" }),
      3000,
    ],
    ["a Map", new Map([["retry-after", "3"]]), 3000],
    ["a text", "retry-after: 3", undefined],
  ];
  for (const [what, headers, retryAfterMs] of oddHeaders) {
    Deno.test(`stream() of ${id} reads a refusal whose headers are ${what}`, async () => {
      const response = { ok: false, status: 429, headers } as FetchLikeResponse;
      const { error } = await ask(response);
      assertEquals([error.code, error.status, error.retryAfterMs], ["http", 429, retryAfterMs]);
    });
  }

  Deno.test(`stream() of ${id} waits 2 s for the text of a refusal that never comes`, async () => {
    using time = new FakeTime();
    const reading = Promise.withResolvers<void>();
    const text = () => {
      reading.resolve();
      return new Promise<string>(() => {});
    };
    let settled = false;
    const asked = ask({ ok: false, status: 500, text }).finally(() => settled = true);
    await reading.promise;
    await time.tickAsync(1999);
    assertStrictEquals(settled, false);
    await time.tickAsync(1);
    assertStrictEquals((await asked).error.status, 500);
  });

  Deno.test(`stream() of ${id} tells the status of a refusal whose text breaks`, async () => {
    const text = () => Promise.reject(new Error("broken"));
    assertStrictEquals((await ask({ ok: false, status: 500, text })).error.status, 500);
  });
}
