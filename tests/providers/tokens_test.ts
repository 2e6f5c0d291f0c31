// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { getProviderById } from "@rivulet/llm";
import { answerChunks, answeringFetch, configFor, httpProviderIds } from "../support/ask.ts";
import { stubFetch, stubResponse } from "../support/stub_response.ts";

for (const id of httpProviderIds) {
  const { tokens } = getProviderById(id);

  Deno.test(`tokens() of ${id} sends nothing before the first read`, async () => {
    const { fetch, requests } = answeringFetch(id, ["a", "b"]);
    const answer = tokens(configFor(id, { fetch }), { prompt: "Q" });
    await new Promise((resolve) => setTimeout(resolve, 0));
    assertStrictEquals(requests.length, 0);
    assertEquals(await Array.fromAsync(answer), ["a", "b"]);
    assertStrictEquals(requests.length, 1);
  });

  Deno.test(`tokens() of ${id} is read once: a second loop sends nothing`, async () => {
    const { fetch, requests } = answeringFetch(id, ["a"]);
    const answer = tokens(configFor(id, { fetch }), { prompt: "Q" });
    await Array.fromAsync(answer);
    assertEquals(await Array.fromAsync(answer), []);
    assertStrictEquals(requests.length, 1);
  });

  Deno.test(`tokens() of ${id} cancels the body when the loop is left`, async () => {
    let cancelled = false;
    const chunks = answerChunks(id, ["a", "b"]).slice(0, 2);
    const onCancel = () => void (cancelled = true);
    const fetch = stubFetch(() => stubResponse({ chunks, end: "open", onCancel }));
    for await (const token of tokens(configFor(id, { fetch }), { prompt: "Q" })) {
      assertStrictEquals(token, "a");
      break;
    }
    assert(cancelled);
  });

  Deno.test(`tokens() of ${id} ends at once when return() is called during a read`, async () => {
    let cancelled = false;
    const onCancel = () => void (cancelled = true);
    const fetch = stubFetch(() => stubResponse({ chunks: [], end: "open", onCancel }));
    const iterator = tokens(configFor(id, { fetch }), { prompt: "Q" })[Symbol.asyncIterator]();
    const pending = iterator.next();
    await new Promise((resolve) => setTimeout(resolve, 0));
    assertEquals(await iterator.return?.(), { done: true, value: undefined });
    assertEquals(await pending, { done: true, value: undefined });
    assert(cancelled);
  });

  Deno.test(`tokens() of ${id} ends at once when return() is called during the request`, async () => {
    let signal: AbortSignal | undefined;
    const fetch: typeof globalThis.fetch = (_url, init) => {
      signal = init?.signal ?? undefined;
      return new Promise(() => {});
    };
    const iterator = tokens(configFor(id, { fetch }), { prompt: "Q" })[Symbol.asyncIterator]();
    const pending = iterator.next();
    assertEquals(await iterator.return?.(), { done: true, value: undefined });
    assertEquals(await pending, { done: true, value: undefined });
    assert(signal?.aborted);
  });

  Deno.test(`tokens() of ${id} sends nothing when it is left before the first read`, async () => {
    const { fetch, requests } = answeringFetch(id, ["a"]);
    const iterator = tokens(configFor(id, { fetch }), { prompt: "Q" })[Symbol.asyncIterator]();
    await iterator.return?.();
    assertEquals(await iterator.next(), { done: true, value: undefined });
    assertStrictEquals(requests.length, 0);
  });

  Deno.test(`tokens() of ${id} works as the source of a ReadableStream`, async () => {
    const { fetch } = answeringFetch(id, ["a", "b"]);
    const stream = ReadableStream.from(tokens(configFor(id, { fetch }), { prompt: "Q" }));
    assertEquals(await Array.fromAsync(stream), ["a", "b"]);
  });

  Deno.test(`tokens() of ${id} closes at once when throw() is called during the request`, async () => {
    const { signal: caller } = new AbortController();
    let signal: AbortSignal | undefined;
    const fetch = (_url: string, init: { signal: AbortSignal }) => {
      signal = init.signal;
      return new Promise<never>(() => {});
    };
    const request = { prompt: "Q", signal: caller };
    const iterator = tokens(configFor(id, { fetch }), request)[Symbol.asyncIterator]();
    const pending = iterator.next();
    const thrown = new Error("mine");
    const left = iterator.throw!(thrown).then(() => undefined, (error) => error);
    assertStrictEquals(await left, thrown);
    assertEquals(await pending, { done: true, value: undefined });
    assert(signal?.aborted);
  });
}
