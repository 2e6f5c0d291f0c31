// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import {
  formatProviderError,
  getProviderById,
  type LLMProviderId,
  ProviderError,
} from "@rivulet/llm";
import { answerChunks, configFor, httpProviderIds, requestFor } from "../support/ask.ts";
import { stubFetch } from "../support/stub_response.ts";

const UNREACHABLE =
  "The local provider is unreachable. Make sure that the local server is running " +
  "and that CORS and network access allow calls to localhost.";

/** An error of Node's fetch, whose cause has a code. */
function nodeError(message: string, cause: string, code: string): TypeError {
  return new TypeError(message, { cause: Object.assign(new Error(cause), { code }) });
}

for (const id of httpProviderIds) {
  const { stream } = getProviderById(id);

  Deno.test(`stream() of ${id} tells a network failure in the platform's words`, async () => {
    const thrown = nodeError("fetch failed", "connect ECONNREFUSED", "ECONNREFUSED");
    const error = await errorOf(id, thrown);
    assertEquals([error.code, error.message], ["network", "fetch failed"]);
    assertStrictEquals(error.cause, thrown);
    assertEquals(formatProviderError(error, "local"), UNREACHABLE);
    assertEquals(formatProviderError(error, "remote"), "fetch failed");
    assertEquals(formatProviderError(error.toJSON(), "local"), UNREACHABLE);
  });

  Deno.test(`stream() of ${id} takes a server that sends no headers in time as one that is slow`, async () => {
    const thrown = nodeError("fetch failed", "Headers Timeout Error", "UND_ERR_HEADERS_TIMEOUT");
    const error = await errorOf(id, thrown);
    assertEquals([error.code, error.message], [
      "stream",
      "Provider stream failed: the server was reached and sent no answer in time " +
      "(Headers Timeout Error)",
    ]);
    assertEquals(formatProviderError(error, "local"), error.message);
  });

  Deno.test(`stream() of ${id} says that a server stopped sending, not that it was terminated`, async () => {
    const thrown = nodeError("terminated", "Body Timeout Error", "UND_ERR_BODY_TIMEOUT");
    const chunks = [answerChunks(id, ["a"])[0]!];
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        const chunk = chunks.shift();
        if (chunk === undefined) controller.error(thrown);
        else controller.enqueue(new TextEncoder().encode(chunk));
      },
    });
    const config = configFor(id, { fetch: stubFetch(() => new Response(body)) });
    const error = await assertRejects(() => stream(config, requestFor()), ProviderError);
    assertEquals([error.code, error.message], [
      "stream",
      "Provider stream failed: the server stopped sending (Body Timeout Error)",
    ]);
    assertStrictEquals(error.cause, thrown);
  });

  Deno.test(`stream() of ${id} tells a wrong call of fetch from a server that is unreachable`, async () => {
    const texts = [
      'RequestInit: Expected signal ("AbortSignal {}") to be an instance of AbortSignal.',
      "Failed to execute 'fetch' on 'Window': member signal is not of type AbortSignal.",
      "globalThis.fetch is not a function",
    ];
    for (const text of texts) {
      const error = await errorOf(id, new TypeError(text));
      assertEquals([error.code, error.message], ["config", text]);
      assertEquals(formatProviderError(error, "local"), text);
    }
  });

  Deno.test(`stream() of ${id} says that there is no fetch where there is none`, async () => {
    const { fetch } = globalThis;
    try {
      Reflect.deleteProperty(globalThis, "fetch");
      const error = await assertRejects(() => stream(configFor(id), requestFor()), ProviderError);
      assertEquals(error.code, "config");
      assertEquals(formatProviderError(error, "local"), error.message);
    } finally {
      globalThis.fetch = fetch;
    }
  });
}

async function errorOf(id: LLMProviderId, thrown: unknown): Promise<ProviderError> {
  const config = configFor(id, { fetch: () => Promise.reject(thrown) });
  return await assertRejects(
    () => getProviderById(id).stream(config, requestFor()),
    ProviderError,
  );
}
