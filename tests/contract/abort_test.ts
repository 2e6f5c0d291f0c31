// Copyright 2026 the Rivulet authors. MIT license.

// What becomes of a call whose signal is aborted, in each phase of it.

import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { ChatCompletionTokenStream, EmbeddingError, lmStudio } from "@rivulet/llm";
import { type Call, calls } from "../support/calls.ts";
import { CountedController, watchListeners } from "../support/counted_controller.ts";
import { openResponse } from "../support/stub_response.ts";
import { type Handler, silence, stubServer } from "../support/stub_server.ts";

/** Aborts a call as soon as `moment` has come, and gives the error and what was sent. */
async function abortAt(
  call: Call,
  { answer, moment, reason = "enough" }: {
    answer: Handler;
    moment: Promise<void>;
    reason?: unknown;
  },
) {
  using server = stubServer(call.serve(answer));
  const controller = new CountedController();
  const rejected = assertRejects(() => call.run({ signal: controller.signal }), Error);
  await moment;
  const handedOn = server.requests.at(-1)!.signal;
  assertStrictEquals(handedOn.aborted, false);
  controller.abort(reason);
  assertStrictEquals(handedOn.aborted, true, "fetch is not told");
  const error = await rejected;
  assertStrictEquals(controller.listeners, 0, "listeners stay");
  return error;
}

/** A handler that passes on its answer, and when it is asked. */
function watched(handler: Handler): { answer: Handler; moment: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const answer: Handler = (request) => {
    resolve();
    return handler(request);
  };
  return { answer, moment: promise };
}

const REASONS: [name: string, reason: unknown][] = [
  ["a text", "too slow"],
  ["null", null],
  ["an error", new RangeError("too slow")],
  ["a time-out", new DOMException("late", "TimeoutError")],
  ["one of our errors", new EmbeddingError("timeout", "late")],
  ["an object of that name", { name: "AbortError" }],
];

/** Watches the listeners of each signal that is made until this is disposed. */
function watchSignals(): Disposable & { listeners: ReadonlySet<unknown>[] } {
  const { AbortController } = globalThis;
  const { any } = AbortSignal;
  const listeners: ReadonlySet<unknown>[] = [];
  globalThis.AbortController = class extends AbortController {
    constructor() {
      super();
      listeners.push(watchListeners(this.signal));
    }
  };
  AbortSignal.any = (signals) => {
    const signal = any.call(AbortSignal, signals);
    listeners.push(watchListeners(signal));
    return signal;
  };
  return {
    listeners,
    [Symbol.dispose]() {
      globalThis.AbortController = AbortController;
      AbortSignal.any = any;
    },
  };
}

const ENDS: ((call: Call) => Response | Promise<Response>)[] = [
  ({ body }) => new Response(body),
  () => new Response("no", { status: 500 }),
  () => Promise.reject(new TypeError("Failed to fetch")),
];

for (const call of calls) {
  Deno.test(`${call.name} sends nothing when it is aborted already`, async () => {
    using server = stubServer(call.serve(() => new Response(call.body)));
    const signal = AbortSignal.abort("early");
    const { name, cause } = await assertRejects(() => call.run({ signal }), Error);
    assertEquals([name, cause, server.requests], ["AbortError", "early", []]);
  });

  for (const [name, reason] of REASONS) {
    Deno.test(`${call.name} rejects at once while fetch is silent, with ${name} as the cause`, async () => {
      const error = await abortAt(call, { ...watched(silence), reason });
      assertEquals([error.name, error.cause], ["AbortError", reason]);
    });
  }

  Deno.test(`${call.name} rejects with the reason itself where that is an AbortError`, async () => {
    const reason = new DOMException("Stopped", "AbortError");
    assertStrictEquals(await abortAt(call, { ...watched(silence), reason }), reason);
  });

  Deno.test(`${call.name} rejects at once when its fetch aborts and never answers`, async () => {
    const controller = new AbortController();
    using _server = stubServer(call.serve(() => {
      controller.abort();
      return silence();
    }));
    const error = await assertRejects(() => call.run({ signal: controller.signal }), Error);
    assertStrictEquals(error, controller.signal.reason);
  });

  Deno.test(`${call.name} cancels an answer that comes after the abort`, async () => {
    const late = Promise.withResolvers<Response>();
    await abortAt(call, watched(() => late.promise));
    // Silent from its beginning, so that no read of it ends by itself.
    const { response, cancelled } = openResponse();
    late.resolve(response);
    await cancelled;
  });

  for (const status of [200, 500]) {
    Deno.test(`${call.name} rejects at once while the body of a ${status} is silent, and cancels it`, async () => {
      const { response, waitedFor, cancelled } = openResponse(call.beginning, { status });
      const error = await abortAt(call, { answer: () => response, moment: waitedFor });
      assertEquals([error.name, error.cause], ["AbortError", "enough"]);
      await cancelled;
    });
  }

  Deno.test(`${call.name} leaves no listener on any signal`, async () => {
    using watched = watchSignals();
    const { signal } = new AbortController();
    for (const answer of ENDS) {
      using _server = stubServer(call.serve(() => answer(call)));
      await call.run({ signal }).catch(() => {});
      assert(watched.listeners.every(({ size }) => size === 0));
    }
  });
}

/** An answer of one line that holds very many objects, and a timer that is due when it is read. */
function crowdedAnswer(prefix: string): Response {
  setTimeout(() => crowded.abort(), 0);
  return new Response(`${prefix}${'{"choices":[]}'.repeat(70_000)}\n\ndata: [DONE]\n\n`);
}

let crowded = new AbortController();

for (const prefix of ["data: ", ""]) {
  Deno.test(`stream() hears an abort amid the objects of one line that begins with "${prefix}"`, async () => {
    crowded = new AbortController();
    const config = { baseUrl: "http://localhost:1", model: "m" };
    const { signal } = crowded;
    const fetch = () => Promise.resolve(crowdedAnswer(prefix));
    const request = { prompt: "Q", contextSnippets: [], signal, onToken: () => {} };
    const error = await assertRejects(() => lmStudio.stream({ ...config, fetch }, request), Error);
    assertStrictEquals(error.name, "AbortError");
  });
}

Deno.test("ChatCompletionTokenStream gives others their turn amid the objects of one line", async () => {
  crowded = new AbortController();
  const reader = crowdedAnswer("data: ").body!
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new ChatCompletionTokenStream())
    .getReader();
  assertStrictEquals((await reader.read()).done, true);
  assertStrictEquals(crowded.signal.aborted, true);
});
