// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import {
  type LLMProviderConfig,
  ProviderError,
  type ProviderErrorCode,
  withFallback,
  withRetry,
  withTimeout,
} from "@rivulet/llm";
import { methods, outcomeOf, requestFor } from "../support/ask.ts";
import { heedless, NOWHERE, providerInTurn, providerOf, says } from "../support/sources.ts";

function failed(code: ProviderErrorCode, status?: number): ProviderError {
  return new ProviderError(code, "failed", { status });
}

for (const method of methods) {
  Deno.test(`withFallback() asks the next provider with its own configuration, by ${method}()`, async () => {
    const errors = [
      ...[failed("network"), failed("timeout"), failed("stream"), failed("unsupported")],
      ...[failed("download-required"), failed("engine"), failed("http", 404), failed("http", 503)],
    ];
    for (const error of errors) {
      const first = providerInTurn([[], error]);
      const seen: LLMProviderConfig[] = [];
      const second = providerOf((config) => {
        seen.push(config);
        return says(["b", [{ finishReason: "stop", done: true }]]);
      }, "second");
      const config = { baseUrl: "x", model: "other" };
      const changes: unknown[] = [];
      const provider = withFallback(first.provider, [{ provider: second, config }], {
        onFallback: (error, { from, to }) => void changes.push([error, from.id, to.id]),
      });
      const { tokens, finish } = await outcomeOf(provider, NOWHERE, { method });
      assertEquals([tokens, finish, seen], [
        ["b"],
        { endedBy: "marker", tokenCount: 1, finishReason: "stop" },
        [config],
      ]);
      assertEquals(changes, [[error, "mine", "second"]]);
    }
  });
}

Deno.test("withFallback() throws what no other provider would mend, and asks none", async () => {
  const errors = [failed("config"), failed("http", 400), failed("http", 401), new Error("mine")];
  for (const error of errors) {
    const second = providerInTurn([["b"]]);
    const provider = withFallback(providerInTurn([[], error]).provider, [
      { provider: second.provider, config: NOWHERE },
    ]);
    assertStrictEquals((await outcomeOf(provider, NOWHERE)).error, error);
    assertEquals(second.asked(), 0);
  }
});

Deno.test("withFallback() asks no other provider after a token, reasoning or an abort", async () => {
  const caller = new AbortController();
  const firsts = [
    providerInTurn([["a"], failed("network")]).provider,
    providerInTurn([[[{ reasoning: "r" }]], failed("network")]).provider,
    providerOf(() => {
      caller.abort();
      return says([], failed("network"));
    }),
  ];
  for (const first of firsts) {
    const second = providerInTurn([["b"]]);
    const provider = withFallback(first, [{ provider: second.provider, config: NOWHERE }]);
    const { error } = await outcomeOf(provider, NOWHERE, { signal: caller.signal });
    assertEquals([error instanceof Error, second.asked()], [true, 0]);
  }
});

Deno.test("withFallback() tells of no other provider after an abort that the first one did not heed", async () => {
  const caller = new AbortController();
  const first = heedless(caller, failed("network"));
  let told = 0;
  const fallbacks = [{ provider: providerInTurn([["b"]]).provider, config: NOWHERE }];
  const provider = withFallback(first, fallbacks, { onFallback: () => void told++ });
  const { error } = await outcomeOf(provider, NOWHERE, { signal: caller.signal });
  assertEquals([(error as Error).name, told], ["AbortError", 0]);
});

Deno.test("withFallback() throws the error of the last provider", async () => {
  const last = failed("http", 401);
  const provider = withFallback(providerInTurn([[], failed("network")]).provider, [
    { provider: providerInTurn([[], failed("engine")]).provider, config: NOWHERE },
    { provider: providerInTurn([[], last]).provider, config: NOWHERE },
  ]);
  assertStrictEquals((await outcomeOf(provider, NOWHERE)).error, last);
});

Deno.test("wrappers stand on each other: a silent provider is given up, asked again, and replaced", async () => {
  let asked = 0;
  let closed = 0;
  const silent = providerOf(async function* (_config, _request, signal) {
    asked++;
    try {
      await new Promise((_, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason))
      );
      yield "never";
    } finally {
      closed++;
    }
  });
  const provider = withFallback(
    withRetry(withTimeout(silent, { firstMs: 5 }), { retries: 1, maxWaitMs: 0 }),
    [{ provider: providerOf(() => says([[{ reasoning: "r" }], "b"])), config: NOWHERE }],
  );
  const { seen, finish } = await outcomeOf(provider, NOWHERE);
  assertEquals([seen, finish], [["(r)", "b"], { endedBy: "eof", tokenCount: 1 }]);
  assertEquals([asked, closed], [2, 2]);
});

Deno.test("leaving tokens() of wrappers that stand on each other closes every layer", async () => {
  let closed = false;
  const endless = providerOf(async function* () {
    try {
      while (true) yield "a";
    } finally {
      closed = true;
    }
  });
  const provider = withFallback(withRetry(withTimeout(endless, { firstMs: 1000 })), []);
  for await (const _ of provider.tokens(NOWHERE, requestFor())) break;
  await new Promise((resolve) => setTimeout(resolve));
  assertEquals(closed, true);
});
