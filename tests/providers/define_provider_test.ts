// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import {
  buildMessages,
  defineProvider,
  type LLMStreamPart,
  type LLMStreamProvider,
  ProviderError,
  type TokenSource,
} from "@rivulet/llm";
import { methods, outcomeOf, requestFor } from "../support/ask.ts";

const DEFINITION = {
  id: "mine",
  label: "Mine",
  kind: "local",
  defaultBaseUrl: "",
  defaultModel: "m",
  requiresApiKey: false,
} as const;
const CONFIG = { baseUrl: "", model: "m" };

function providerOf(source: TokenSource): LLMStreamProvider<"mine"> {
  return defineProvider({ ...DEFINITION }, source);
}

async function* says(...said: (string | LLMStreamPart[])[]) {
  yield* said;
}

Deno.test("defineProvider() keeps the definition, whatever its id, and freezes it", () => {
  const { definition } = providerOf(() => says());
  assertEquals(definition, DEFINITION);
  assert(Object.isFrozen(definition));
});

Deno.test("defineProvider() takes tokens and parts from its source", async () => {
  const last = { finishReason: "stop", usage: { completionTokens: 2 } };
  const said = [{ reasoning: "Hm" }, { token: "b" }, { token: "" }];
  const provider = providerOf(() => says("a", said, "", [{ ...last, done: true }]));
  const { seen, finish } = await outcomeOf(provider, CONFIG);
  assertEquals(seen, ["a", "(Hm)", "b"]);
  assertEquals(finish, { endedBy: "marker", tokenCount: 2, ...last });
});

Deno.test("defineProvider() rejects with the failure that its source tells, after the tokens", async () => {
  const provider = providerOf(() => says("a", [{ token: "b", failure: "gone" }]));
  const { tokens, error } = await outcomeOf(provider, CONFIG);
  assert(error instanceof ProviderError);
  const { code, message, reason } = error;
  assertEquals([code, message, reason], ["stream", "Provider stream failed: gone", "gone"]);
  assertEquals(tokens, ["a", "b"]);
});

Deno.test("defineProvider() keeps the first failure, whatever its source says behind it", async () => {
  for (const behind of [{ token: "a" }, { failure: "again" }]) {
    const provider = providerOf(() => says([{ failure: "gone" }, behind]));
    const { error } = await outcomeOf(provider, CONFIG);
    assertStrictEquals((error as ProviderError).reason, "gone");
  }
});

Deno.test("defineProvider() rejects with what its source throws, as it is", async () => {
  const thrown = new TypeError("mine");
  const provider = providerOf(async function* () {
    yield "a";
    throw thrown;
  });
  for (const method of methods) {
    assertStrictEquals((await outcomeOf(provider, CONFIG, { method })).error, thrown);
  }
});

Deno.test("defineProvider() rejects an abort at once although the source never heeds it", async () => {
  const controller = new AbortController();
  const reading = Promise.withResolvers<void>();
  const source: TokenSource = async function* () {
    yield "a";
    reading.resolve();
    await new Promise<never>(() => {});
  };
  const asked = providerOf(source).stream(CONFIG, requestFor({ signal: controller.signal }));
  await reading.promise;
  controller.abort("enough");
  const error = await assertRejects(() => asked, Error);
  assertEquals([error.name, error.cause], ["AbortError", "enough"]);
});

Deno.test("defineProvider() asks its source for nothing more once a token has aborted", async () => {
  const controller = new AbortController();
  let asked = 0;
  const provider = providerOf(() => ({
    [Symbol.asyncIterator]: () => ({
      next: () => Promise.resolve({ done: false, value: `${++asked}` }),
    }),
  }));
  const request = { signal: controller.signal, onToken: () => controller.abort() };
  assertStrictEquals((await outcomeOf(provider, CONFIG, request)).error, controller.signal.reason);
  await new Promise((resolve) => setTimeout(resolve));
  assertStrictEquals(asked, 1);
});

Deno.test("defineProvider() aborts the signal of its source, and closes it, when the loop is left", async () => {
  let signal: AbortSignal | undefined;
  let closed = false;
  const { tokens } = providerOf(async function* (_config, _request, given) {
    signal = given;
    try {
      yield "a";
      yield "b";
    } finally {
      closed = true;
    }
  });
  for await (const _token of tokens(CONFIG, { prompt: "Q" })) break;
  assert(signal?.aborted);
  assert(closed);
});

Deno.test("defineProvider() closes a source only if it has not given all", async () => {
  for (const [given, closed] of [[0, 0], [1, 0], [2, 1]] as const) {
    let count = 0;
    let closings = 0;
    const source = {
      next: () => {
        if (count === 2) throw new Error("gone");
        return Promise.resolve(count++ < given ? { value: "a" } : { value: undefined, done: true });
      },
      return: () => {
        closings++;
        return Promise.resolve({ value: undefined, done: true });
      },
    };
    const provider = providerOf(() => ({ [Symbol.asyncIterator]: () => source as never }));
    await outcomeOf(provider, CONFIG);
    assertEquals([given, closings], [given, closed]);
  }
});

Deno.test("defineProvider() asks its source for nothing before the first read", async () => {
  let asked = 0;
  const { tokens } = providerOf(() => {
    asked++;
    return says("a");
  });
  const answer = tokens(CONFIG, { prompt: "Q" });
  assertStrictEquals(asked, 0);
  assertEquals(await Array.fromAsync(answer), ["a"]);
  assertStrictEquals(asked, 1);
});

Deno.test("defineProvider() splits the reasoning from the tokens for a request that wants it", async () => {
  const cases: [
    wanted: boolean | "opened" | undefined,
    said: string[],
    token: string,
    reasoning: string,
  ][] = [
    [true, ["<think>H", "m</think>", "a"], "a", "Hm"],
    ["opened", ["H", "m</think>a"], "a", "Hm"],
    [false, ["<think>Hm</think>a"], "<think>Hm</think>a", ""],
    [undefined, ["<think>Hm</think>a"], "<think>Hm</think>a", ""],
    [true, ["<think>Hm"], "", "Hm"],
    [true, ["<thi"], "<thi", ""],
  ];
  for (const [splitThinking, said, token, reasoning] of cases) {
    const outcome = await outcomeOf(providerOf(() => says(...said)), CONFIG, { splitThinking });
    const { tokens, reasoning: reasons } = outcome;
    assertEquals([tokens.join(""), reasons.join("")], [token, reasoning]);
  }
});

Deno.test("defineProvider() takes a default for splitThinking, which a request replaces", async () => {
  const thinking = defineProvider({ ...DEFINITION }, () => says("<think>Hm</think>a"), {
    splitThinking: true,
  });
  const ask = (splitThinking?: boolean) =>
    Array.fromAsync(thinking.tokens(CONFIG, { prompt: "Q", splitThinking }));
  assertEquals(await ask(), ["a"]);
  assertEquals(await ask(false), ["<think>Hm</think>a"]);
});

Deno.test("buildMessages() gives the two messages that a request sends", () => {
  assertEquals(buildMessages({ prompt: "Q", systemPrompt: "S", contextSnippets: ["a", "b"] }), [
    { role: "system", content: "S" },
    { role: "user", content: "Q\n\nContext 1:\na\n\nContext 2:\nb" },
  ]);
});
