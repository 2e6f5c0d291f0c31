// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { getProviderById } from "@rivulet/llm";
import {
  answerChunks,
  answeringFetch,
  configFor,
  httpProviderIds,
  requestFor,
} from "../support/ask.ts";
import { CountedController } from "../support/counted_controller.ts";
import { stubFetch, stubResponse } from "../support/stub_response.ts";

const NEVER: typeof fetch = () => new Promise(() => {});

for (const id of httpProviderIds) {
  const { stream, tokens } = getProviderById(id);

  Deno.test(`stream() of ${id} sends nothing when it is aborted already`, async () => {
    const { fetch, requests } = answeringFetch(id, ["a"]);
    const signal = AbortSignal.abort();
    const error = await assertRejects(
      () => stream(configFor(id, { fetch }), requestFor({ signal })),
      Error,
    );
    assertStrictEquals(error.name, "AbortError");
    assertStrictEquals(requests.length, 0);
  });

  Deno.test(`tokens() of ${id} sends nothing when it is aborted already`, async () => {
    const { fetch, requests } = answeringFetch(id, ["a"]);
    const answer = tokens(configFor(id, { fetch }), { prompt: "Q", signal: AbortSignal.abort() });
    const error = await assertRejects(() => Array.fromAsync(answer), Error);
    assertStrictEquals(error.name, "AbortError");
    assertStrictEquals(requests.length, 0);
  });

  Deno.test(`stream() of ${id} rejects at once while a fetch that ignores the signal waits`, async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const answer = stream(configFor(id, { fetch: NEVER }), requestFor({ signal }));
    controller.abort();
    assertStrictEquals((await assertRejects(() => answer, Error)).name, "AbortError");
  });

  Deno.test(`stream() of ${id} cancels an answer that comes after the abort`, async () => {
    const controller = new AbortController();
    const late = Promise.withResolvers<Response>();
    const cancelled = Promise.withResolvers<void>();
    const fetch = () => late.promise;
    const answer = stream(configFor(id, { fetch }), requestFor({ signal: controller.signal }));
    controller.abort();
    await assertRejects(() => answer, Error);
    late.resolve(stubResponse({ chunks: ["a"], end: "open", onCancel: cancelled.resolve }));
    await cancelled.promise;
  });

  Deno.test(`stream() of ${id} rejects at once and cancels the body while the server is silent`, async () => {
    const controller = new AbortController();
    let cancelled = false;
    const chunks = answerChunks(id, ["a"]).slice(0, 1);
    const onCancel = () => void (cancelled = true);
    const fetch = stubFetch(() => stubResponse({ chunks, end: "open", onCancel }));
    const got = Promise.withResolvers<void>();
    const request = requestFor({ signal: controller.signal, onToken: () => got.resolve() });
    const answer = stream(configFor(id, { fetch }), request);
    await got.promise;
    controller.abort();
    assertStrictEquals((await assertRejects(() => answer, Error)).name, "AbortError");
    assert(cancelled);
  });

  Deno.test(`stream() of ${id} hands on no token after an abort in onToken`, async () => {
    const controller = new AbortController();
    const { fetch } = answeringFetch(id, []);
    const whole: typeof fetch = stubFetch(() =>
      stubResponse({ chunks: [answerChunks(id, ["a", "b", "c"]).join("")] })
    );
    const got: string[] = [];
    const onToken = (token: string) => {
      got.push(token);
      controller.abort();
    };
    const request = requestFor({
      signal: controller.signal,
      onToken,
      onFinish: () => got.push("finish"),
    });
    const error = await assertRejects(
      () => stream(configFor(id, { fetch: whole }), request),
      Error,
    );
    assertStrictEquals(error.name, "AbortError");
    assertEquals(got, ["a"]);
  });

  Deno.test(`stream() of ${id} rejects when the last token's onToken aborts`, async () => {
    const controller = new AbortController();
    const { fetch } = answeringFetch(id, ["a"]);
    const request = requestFor({ signal: controller.signal, onToken: () => controller.abort() });
    const error = await assertRejects(() => stream(configFor(id, { fetch }), request), Error);
    assertStrictEquals(error.name, "AbortError");
  });

  Deno.test(`tokens() of ${id} hands on no token after an abort in the loop`, async () => {
    const controller = new AbortController();
    const fetch = stubFetch(() =>
      stubResponse({ chunks: [answerChunks(id, ["a", "b"]).join("")] })
    );
    const got: string[] = [];
    const error = await assertRejects(async () => {
      for await (
        const token of tokens(configFor(id, { fetch }), { prompt: "Q", signal: controller.signal })
      ) {
        got.push(token);
        controller.abort();
      }
    }, Error);
    assertStrictEquals(error.name, "AbortError");
    assertEquals(got, ["a"]);
  });

  Deno.test(`stream() of ${id} leaves no listener on the signal`, async () => {
    const controller = new CountedController();
    const { fetch } = answeringFetch(id, ["a"]);
    const failing = stubFetch(() => new Response("no", { status: 500 }));
    const unreachable = () => Promise.reject(new TypeError("Failed to fetch"));
    const request = requestFor({ signal: controller.signal });
    await stream(configFor(id, { fetch }), request);
    await assertRejects(() => stream(configFor(id, { fetch: failing }), request), Error);
    await assertRejects(() => stream(configFor(id, { fetch: unreachable }), request), Error);
    await assertRejects(() => stream(configFor(id, { baseUrl: "" }), request), Error);
    await Array.fromAsync(tokens(configFor(id, { fetch }), request));
    for await (const _ of tokens(configFor(id, { fetch }), request)) break;
    assertStrictEquals(controller.listeners, 0);
  });

  Deno.test(`stream() of ${id} rejects at once when its fetch aborts and never answers`, async () => {
    const controller = new AbortController();
    const fetch = () => {
      controller.abort();
      return new Promise<Response>(() => {});
    };
    const answer = stream(configFor(id, { fetch }), requestFor({ signal: controller.signal }));
    assertStrictEquals((await assertRejects(() => answer, Error)).name, "AbortError");
  });

  Deno.test(`stream() of ${id} calls no other function after an abort in one`, async () => {
    const thinking = id === "local-a"
      ? '{"message":{"content":"b","thinking":"Hm"}}\n'
      : 'data: {"choices":[{"delta":{"content":"b","reasoning_content":"Hm"}}]}\n\n';
    const [first, end] = answerChunks(id, ["a"]);
    for (
      const [chunks, expected] of [[[first, thinking, end], ["a"]], [[thinking, end], [
        "(Hm)",
      ]]] as const
    ) {
      const controller = new AbortController();
      const fetch = stubFetch(() => stubResponse({ chunks: [chunks.join("")] }));
      const got: string[] = [];
      const take = (text: string) => {
        got.push(text);
        controller.abort();
      };
      const request = requestFor({
        signal: controller.signal,
        onToken: take,
        onReasoning: (text) => take(`(${text})`),
      });
      await assertRejects(() => stream(configFor(id, { fetch }), request), Error);
      assertEquals(got, [...expected]);
    }
  });
}

Deno.test("stream() of local-a rejects when the token on the done line aborts", async () => {
  const controller = new AbortController();
  const fetch = stubFetch(() => new Response('{"response":"a","done":true}\n'));
  const request = requestFor({ signal: controller.signal, onToken: () => controller.abort() });
  const { stream } = getProviderById("local-a");
  const error = await assertRejects(() => stream(configFor("local-a", { fetch }), request), Error);
  assertStrictEquals(error.name, "AbortError");
});

const reasons: [name: string, reason: unknown][] = [
  ["a text", "too slow"],
  ["null", null],
  ["an error", new RangeError("too slow")],
  ["a time-out", new DOMException("Signal timed out.", "TimeoutError")],
  ["an object of that name", { name: "AbortError" }],
];

for (const [name, reason] of reasons) {
  Deno.test(`an abort with ${name} is an AbortError with that cause`, async () => {
    const controller = new AbortController();
    const { stream } = getProviderById("local-a");
    const request = requestFor({ signal: controller.signal });
    const answer = stream(configFor("local-a", { fetch: NEVER }), request);
    controller.abort(reason);
    const error = await assertRejects(() => answer, Error);
    assertStrictEquals(error.name, "AbortError");
    assertStrictEquals(error.cause, reason);
  });
}

Deno.test("an abort with an AbortError hands on that same error", async () => {
  const reason = new DOMException("Stopped", "AbortError");
  const { stream } = getProviderById("local-a");
  const request = requestFor({ signal: AbortSignal.abort(reason) });
  assertStrictEquals(
    await assertRejects(() => stream(configFor("local-a"), request), Error),
    reason,
  );
});

Deno.test("an abort without a reason hands on the platform's AbortError", async () => {
  const { stream } = getProviderById("local-a");
  const signal = AbortSignal.abort();
  const error = await assertRejects(
    () => stream(configFor("local-a"), requestFor({ signal })),
    Error,
  );
  assertStrictEquals(error, signal.reason);
});
