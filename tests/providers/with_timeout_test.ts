// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertThrows } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { type LLMStreamPart, ollama, type ProviderError, withTimeout } from "@rivulet/llm";
import { configFor, methods, type Outcome, outcomeOf } from "../support/ask.ts";
import { NOWHERE, providerOf } from "../support/sources.ts";
import { openResponse, stubFetch } from "../support/stub_response.ts";

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A provider that says something after each of these waits. */
function saysAfter(...said: [ms: number, part: LLMStreamPart][]): ReturnType<typeof providerOf> {
  return providerOf(async function* () {
    for (const [ms, part] of said) {
      await sleep(ms);
      yield [part];
    }
  });
}

/** Runs with a clock of its own. */
async function passing(asking: (time: FakeTime) => Promise<Outcome>): Promise<Outcome> {
  using time = new FakeTime();
  const outcome = asking(time);
  for (let turn = 0; turn < 200; turn++) {
    // A token passes some promises on its way.
    for (let step = 0; step < 50; step++) await undefined;
    await time.tickAsync(25);
  }
  return await outcome;
}

function codeOf({ error }: Outcome): unknown[] {
  return [(error as ProviderError | undefined)?.code, (error as Error | undefined)?.message];
}

for (const method of methods) {
  Deno.test(`withTimeout() gives up a first token that does not come, by ${method}()`, async () => {
    const provider = withTimeout(saysAfter([3000, { token: "a" }]), { firstMs: 2000 });
    const outcome = await passing(() => outcomeOf(provider, NOWHERE, { method }));
    assertEquals(codeOf(outcome), ["timeout", "No sign of life came within 2000 ms"]);
  });

  Deno.test(`withTimeout() gives up a silence between two tokens, by ${method}()`, async () => {
    const parts: [number, LLMStreamPart][] = [[1500, { token: "a" }], [800, { token: "b" }]];
    const provider = withTimeout(saysAfter(...parts), { firstMs: 2000, silenceMs: 500 });
    const outcome = await passing(() => outcomeOf(provider, NOWHERE, { method }));
    assertEquals(outcome.tokens, ["a"]);
    assertEquals(codeOf(outcome), ["timeout", "No sign of life came within 500 ms"]);
  });
}

Deno.test("withTimeout() takes reasoning and the progress of a load as signs of life", async () => {
  const parts: [number, LLMStreamPart][] = [
    [900, { progress: [0.5, "Loading"] }],
    [900, { reasoning: "r" }],
    [900, { token: "a" }],
  ];
  const provider = withTimeout(saysAfter(...parts), { firstMs: 1000 });
  const outcome = await passing(() => outcomeOf(provider, NOWHERE));
  assertEquals([outcome.error, outcome.seen], [undefined, ["(r)", "a"]]);
});

Deno.test("withTimeout() allows silenceMs from the first reasoning or progress on", async () => {
  for (const sign of [{ reasoning: "r" }, { progress: [0.5, "Loading"] as const }]) {
    const parts: [number, LLMStreamPart][] = [[100, sign], [1000, { token: "a" }]];
    const provider = withTimeout(saysAfter(...parts), { firstMs: 2000, silenceMs: 500 });
    const [, message] = codeOf(await passing(() => outcomeOf(provider, NOWHERE)));
    assertEquals(message, "No sign of life came within 500 ms");
  }
});

Deno.test("withTimeout() takes no keep-alive as a sign of life", async () => {
  const provider = withTimeout(saysAfter([900, { token: "" }], [900, { token: "a" }]), {
    firstMs: 1000,
  });
  assertEquals(codeOf(await passing(() => outcomeOf(provider, NOWHERE)))[0], "timeout");
});

Deno.test("withTimeout() does not count the pauses of the one who reads", async () => {
  const provider = withTimeout(saysAfter([0, { token: "a" }], [0, { token: "b" }]), {
    firstMs: 100,
  });
  const outcome = await passing(() =>
    outcomeOf(provider, NOWHERE, { method: "tokens", onToken: () => sleep(1000) })
  );
  assertEquals([outcome.error, outcome.tokens], [undefined, ["a", "b"]]);
});

Deno.test("withTimeout() ends the request that it gives up", async () => {
  const { response, cancelled } = openResponse(": keep-alive\n\n");
  const provider = withTimeout(ollama, { firstMs: 5 });
  const config = configFor("local-a", { fetch: stubFetch(() => response) });
  assertEquals(codeOf(await outcomeOf(provider, config))[0], "timeout");
  await cancelled;
});

Deno.test("withTimeout() refuses a time that is none", () => {
  for (const wrong of [0, NaN, Infinity, 2 ** 31]) {
    assertThrows(() => withTimeout(ollama, { firstMs: wrong }), RangeError, "Set firstMs");
    assertThrows(
      () => withTimeout(ollama, { firstMs: 1, silenceMs: wrong }),
      RangeError,
      "Set silenceMs",
    );
  }
});
