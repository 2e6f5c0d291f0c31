// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { Readable } from "node:stream";
import {
  type FetchLikeResponse,
  getProviderById,
  type LLMProviderId,
  ProviderError,
} from "@rivulet/llm";
import { answerChunks, configFor, httpProviderIds, requestFor } from "../support/ask.ts";

// Responses of wrappers, stubs and platforms that are no Response as the standard has it.

const encoder = new TextEncoder();

for (const id of httpProviderIds) {
  const chunks = answerChunks(id, ["a", "b"]).map((chunk) => encoder.encode(chunk));

  Deno.test(`stream() of ${id} reads a body that is a stream of Node`, async () => {
    assertEquals(await tokensOf(id, { ok: true, status: 200, body: Readable.from(chunks) }), [
      "a",
      "b",
    ]);
  });

  Deno.test(`stream() of ${id} closes an iterable body when the caller leaves`, async () => {
    let closed = false;
    async function* body() {
      try {
        yield chunks[0]!;
        yield chunks[1]!;
      } finally {
        closed = true;
      }
    }
    const iterable = body();
    const config = configFor(id, {
      fetch: () => Promise.resolve({ ok: true, status: 200, body: iterable }),
    });
    for await (const token of getProviderById(id).tokens(config, { prompt: "Q" })) {
      assertStrictEquals(token, "a");
      break;
    }
    assertStrictEquals(closed, true);
  });

  for (const body of [undefined, null, "text"]) {
    Deno.test(`stream() of ${id} needs a body that can be read, and ${body} is none`, async () => {
      const error = await assertRejects(
        () => tokensOf(id, { ok: true, status: 200, body }),
        ProviderError,
      );
      assertEquals([error.code, error.message], [
        "no-body",
        "Streaming response body is not available",
      ]);
    });
  }

  Deno.test(`stream() of ${id} tells the status of a refusal without headers and without a body`, async () => {
    const error = await assertRejects(
      () => tokensOf(id, { ok: false, status: 401 }),
      ProviderError,
    );
    assertEquals([error.code, error.status, error.message, error.reason], [
      "http",
      401,
      "Provider request failed (401)",
      undefined,
    ]);
  });

  Deno.test(`stream() of ${id} takes the reason of a refusal without a body from its text`, async () => {
    const text = () => Promise.resolve('{"error":{"message":"bad key"}}');
    const error = await assertRejects(
      () => tokensOf(id, { ok: false, status: 401, text }),
      ProviderError,
    );
    assertStrictEquals(error.reason, "bad key");
  });
}

async function tokensOf(id: LLMProviderId, response: FetchLikeResponse): Promise<string[]> {
  const tokens: string[] = [];
  const onToken = (token: string) => void tokens.push(token);
  const config = configFor(id, { fetch: () => Promise.resolve(response) });
  await getProviderById(id).stream(config, requestFor({ onToken }));
  return tokens;
}
