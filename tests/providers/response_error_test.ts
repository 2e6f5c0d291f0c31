// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertRejects, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { getProviderById, ProviderError } from "@rivulet/llm";
import { configFor, requestFor } from "../support/ask.ts";
import { stubFetch, stubResponse } from "../support/stub_response.ts";

const { stream } = getProviderById("local-b");

async function refusal(respond: () => Response): Promise<ProviderError> {
  const config = configFor("local-b", { fetch: stubFetch(respond) });
  return await assertRejects(() => stream(config, requestFor()), ProviderError);
}

Deno.test("stream() waits at most 2 s for the body of a refusal", async () => {
  using time = new FakeTime();
  const reading = Promise.withResolvers<void>();
  let cancelled = false;
  const body = new ReadableStream({
    pull: () => (reading.resolve(), new Promise(() => {})),
    cancel: () => void (cancelled = true),
  }, { highWaterMark: 0 });
  const pending = refusal(() => new Response(body, { status: 503 }));
  await reading.promise;
  time.tick(1999);
  assertStrictEquals(cancelled, false);
  time.tick(1);
  const error = await pending;
  assertStrictEquals(error.status, 503);
  assertStrictEquals(error.reason, undefined);
  assert(cancelled);
});

Deno.test("stream() tells the status of a refusal whose body somebody else reads", async () => {
  const error = await refusal(() => {
    const response = new Response("taken", { status: 503 });
    response.body!.getReader();
    return response;
  });
  assertStrictEquals(error.status, 503);
  assertStrictEquals(error.reason, undefined);
});

Deno.test("stream() keeps what came of a refusal within 2 s", async () => {
  using time = new FakeTime();
  const reading = Promise.withResolvers<void>();
  let pulls = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (pulls++ === 0) return controller.enqueue(new TextEncoder().encode('{"error":"busy"}'));
      reading.resolve();
      return new Promise(() => {});
    },
  }, { highWaterMark: 0 });
  const pending = refusal(() => new Response(body, { status: 503 }));
  await reading.promise;
  time.tick(2000);
  assertStrictEquals((await pending).reason, "busy");
});

Deno.test("stream() reads 64 KiB of a refusal and no more", async () => {
  let pieces = 0;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.enqueue(new Uint8Array(++pieces && 16 * 1024)),
    cancel: () => void (cancelled = true),
  }, { highWaterMark: 0 });
  assertStrictEquals((await refusal(() => new Response(body, { status: 500 }))).status, 500);
  assertStrictEquals(pieces, 4);
  assert(cancelled);
});

Deno.test("stream() rejects at once when it is aborted while a refusal is read", async () => {
  using _time = new FakeTime();
  const controller = new AbortController();
  const reading = Promise.withResolvers<void>();
  const body = new ReadableStream({
    pull: () => (reading.resolve(), new Promise(() => {})),
  }, { highWaterMark: 0 });
  const config = configFor("local-b", {
    fetch: stubFetch(() => new Response(body, { status: 500 })),
  });
  const answer = stream(config, requestFor({ signal: controller.signal }));
  await reading.promise;
  controller.abort();
  assertStrictEquals((await assertRejects(() => answer, Error)).name, "AbortError");
});

Deno.test("stream() reads Retry-After as a date", async () => {
  using _time = new FakeTime("2026-01-01T00:00:00Z");
  const headers = { "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" };
  assertStrictEquals(
    (await refusal(() => new Response("", { status: 503, headers }))).retryAfterMs,
    30_000,
  );
});

Deno.test("stream() says that a browser hides where a redirect leads", async () => {
  const error = await refusal(() => {
    const response = Response.error();
    Object.defineProperty(response, "type", { value: "opaqueredirect" });
    return response;
  });
  assertStrictEquals(error.status, 0);
  assertStrictEquals(error.message, "Provider request failed (0)");
  assert(error.reason?.includes("redirects"));
});

for (const status of [204, 205]) {
  Deno.test(`stream() rejects an answer ${status} without a body`, async () => {
    const error = await refusal(() => new Response(null, { status }));
    assertStrictEquals(error.code, "no-body");
    assertStrictEquals(error.message, "Streaming response body is not available");
  });
}

Deno.test("stream() rejects an answer whose body somebody else reads", async () => {
  const error = await refusal(() => {
    const response = stubResponse({ chunks: ["a"] });
    response.body!.getReader();
    return response;
  });
  assertStrictEquals(error.code, "no-body");
});

Deno.test("stream() gives no reason for a refusal whose body tells nobody why", async () => {
  const silent = ["", " \n", "{}", "[]", "[ {} ]", "<h1>502</h1>", "\ufeff\n<!doctype html>"];
  for (const body of silent) {
    const { reason } = await refusal(() => new Response(body, { status: 502 }));
    assertStrictEquals(reason, undefined, body);
  }
});

Deno.test("stream() gives the head of a refusal of no known form as its reason", async () => {
  const said = [
    ["upstream is away\n", "upstream is away"],
    ['{"status":"no","why":7}', '{"status":"no","why":7}'],
    ["null", "null"],
    [`${"x".repeat(199)}😀`, `${"x".repeat(199)}…`],
  ] as const;
  for (const [body, head] of said) {
    const { reason } = await refusal(() => new Response(body, { status: 502 }));
    assertStrictEquals(reason, head);
  }
});
