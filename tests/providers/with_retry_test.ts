// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  type LLMStreamProvider,
  lmStudio,
  ProviderError,
  type ProviderErrorCode,
  withRetry,
} from "@rivulet/llm";
import { configFor, methods, outcomeOf, requestFor } from "../support/ask.ts";
import { watchListeners } from "../support/counted_controller.ts";
import { protocolOf } from "../support/protocol.ts";
import { heedless, NOWHERE, providerInTurn, providerOf } from "../support/sources.ts";
import { stubFetch, stubResponse } from "../support/stub_response.ts";

function failed(code: ProviderErrorCode, details = {}): ProviderError {
  return new ProviderError(code, "failed", details);
}

const PASSING = [
  failed("network"),
  failed("timeout"),
  failed("stream"),
  ...[408, 425, 429, 500, 502, 503, 529].map((status) => failed("http", { status })),
];

const LASTING = [
  ...[400, 401, 403, 404, 422].map((status) => failed("http", { status })),
  failed("config"),
  failed("engine"),
  failed("download-required"),
  failed("network", { cause: new Error("NotCapable: Requires net access") }),
  new Error("of the caller"),
];

for (const method of methods) {
  Deno.test(`withRetry() asks again for what may pass, by ${method}()`, async () => {
    for (const error of PASSING) {
      const { provider, asked } = providerInTurn([[], error], [["a", "b"]]);
      const outcome = await outcomeOf(withRetry(provider, { maxWaitMs: 0 }), NOWHERE, { method });
      assertEquals([outcome.error, outcome.tokens, asked()], [undefined, ["a", "b"], 2]);
      assertEquals(outcome.finish, { endedBy: "eof", tokenCount: 2 });
    }
  });

  Deno.test(`withRetry() throws what does not pass, by ${method}()`, async () => {
    for (const error of LASTING) {
      const { provider, asked } = providerInTurn([[], error], [["a"]]);
      const outcome = await outcomeOf(withRetry(provider, { maxWaitMs: 0 }), NOWHERE, { method });
      assertStrictEquals(outcome.error, error);
      assertEquals(asked(), 1);
    }
  });
}

Deno.test("withRetry() asks nothing anew once a token or reasoning was handed on", async () => {
  for (const said of ["a", [{ reasoning: "r" }]]) {
    const error = failed("network");
    const { provider, asked } = providerInTurn([[said], error], [["b"]]);
    const outcome = await outcomeOf(withRetry(provider, { maxWaitMs: 0 }), NOWHERE);
    assertStrictEquals(outcome.error, error);
    assertEquals([outcome.seen.length, asked()], [1, 1]);
  }
});

Deno.test("withRetry() asks nothing anew where a failure comes with the last token in one network chunk", async () => {
  let asked = 0;
  const { token, line } = protocolOf("local-b");
  const fetch = stubFetch(() => {
    asked++;
    return stubResponse({ chunks: [token("a") + line('{"error":"gone"}')] });
  });
  const provider = withRetry(lmStudio, { maxWaitMs: 0 });
  const { tokens, error } = await outcomeOf(provider, configFor("local-b", { fetch }));
  assertEquals([tokens, (error as ProviderError).reason, asked], [["a"], "gone", 1]);
});

Deno.test("withRetry() throws the last error after as many retries as allowed", async () => {
  const errors = [failed("network"), failed("timeout"), failed("stream"), failed("network")];
  const { provider, asked } = providerInTurn(...errors.map((error): [[], unknown] => [[], error]));
  assertStrictEquals(
    (await outcomeOf(withRetry(provider, { maxWaitMs: 0 }), NOWHERE)).error,
    errors[2],
  );
  assertEquals(asked(), 3);
});

Deno.test("withRetry() waits as the server asks, or longer each time, and never longer than allowed", async () => {
  using time = new FakeTime();
  const errors = [
    failed("network"),
    failed("http", { status: 429, retryAfterMs: 7000 }),
    failed("network"),
    failed("http", { status: 429, retryAfterMs: 90_000 }),
  ];
  const { provider } = providerInTurn(...errors.map((error): [[], unknown] => [[], error]), [[
    "a",
  ]]);
  const waits: number[] = [];
  const attempts: number[] = [];
  const asking = outcomeOf(
    withRetry(provider, {
      retries: 4,
      onRetry: (_error, { attempt, waitMs }) => {
        waits.push(waitMs);
        attempts.push(attempt);
      },
    }),
    NOWHERE,
  );
  for (let turn = 0; turn < 40; turn++) await time.tickAsync(2500);
  assertEquals((await asking).tokens, ["a"]);
  const [first = 0, second, third = 0, fourth] = waits;
  assert(first >= 250 && first <= 500, `${first}`);
  assertEquals([second, fourth], [7000, 30_000]);
  assert(third >= 1000 && third <= 2000, `${third}`);
  assertEquals(attempts, [2, 3, 4, 5]);
});

Deno.test("withRetry() ends in the middle of a wait when the caller aborts", async () => {
  const { provider, asked } = providerInTurn([[], failed("network")]);
  const caller = new AbortController();
  const outcome = await outcomeOf(
    withRetry(provider, { onRetry: () => void setTimeout(() => caller.abort(), 1) }),
    NOWHERE,
    { signal: caller.signal },
  );
  assertEquals([(outcome.error as Error).name, asked()], ["AbortError", 1]);
});

Deno.test("withRetry() leaves no listener of a wait behind", async () => {
  let listeners: ReadonlySet<unknown> | undefined;
  let left = -1;
  const first: LLMStreamProvider<string> = {
    ...providerInTurn([[]]).provider,
    async *tokens(_config, { signal }) {
      if (listeners === undefined) {
        listeners = watchListeners(signal!);
        throw failed("network");
      }
      left = listeners.size;
      yield "a";
    },
  };
  const { tokens } = await outcomeOf(withRetry(first, { maxWaitMs: 1 }), NOWHERE);
  assertEquals([tokens, left], [["a"], 0]);
});

Deno.test("withRetry() waits for nothing after an abort that the provider did not heed", async () => {
  const caller = new AbortController();
  const first = heedless(caller, failed("network"));
  let told = 0;
  const provider = withRetry(first, { onRetry: () => void told++ });
  const { error } = await outcomeOf(provider, NOWHERE, { signal: caller.signal });
  assertEquals([(error as Error).name, told], ["AbortError", 0]);
});

Deno.test("withRetry() rejects with what onRetry throws", async () => {
  const thrown = new Error("mine");
  for (
    const onRetry of [() => Promise.reject(thrown), () => {
      throw thrown;
    }]
  ) {
    const { provider, asked } = providerInTurn([[], failed("network")]);
    assertStrictEquals((await outcomeOf(withRetry(provider, { onRetry }), NOWHERE)).error, thrown);
    assertEquals(asked(), 1);
  }
});

Deno.test("withRetry() keeps what else a provider has, and refuses numbers that are none", () => {
  const provider = { ...providerOf(async function* () {}), unload: () => 1 };
  assertEquals(withRetry(provider).unload(), 1);
  assertEquals(withRetry(lmStudio).models, lmStudio.models);
  for (const wrong of [-1, NaN, Infinity]) {
    assertThrows(() => withRetry(provider, { retries: wrong }), RangeError, "Set retries");
    assertThrows(() => withRetry(provider, { maxWaitMs: wrong }), RangeError, "Set maxWaitMs");
  }
});

Deno.test("leaving tokens() of withRetry() closes the source", async () => {
  let closed = false;
  const provider = withRetry(providerOf(async function* () {
    try {
      yield "a";
      yield "b";
    } finally {
      closed = true;
    }
  }));
  for await (const _ of provider.tokens(NOWHERE, requestFor())) break;
  await new Promise((resolve) => setTimeout(resolve));
  assert(closed);
});
