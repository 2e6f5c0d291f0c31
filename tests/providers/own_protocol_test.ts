// Copyright 2026 the Rivulet authors. MIT license.

// What defineHttpProvider() makes of the answers of a protocol that names its events.

import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import {
  defineHttpProvider,
  type FetchFunction,
  type HttpProviderOptions,
  type LLMProviderConfig,
  type LLMStreamPart,
  type LLMStreamProvider,
  ProviderError,
} from "@rivulet/llm";
import { outcomeOf } from "../support/ask.ts";

/** A protocol whose JSON is that of a part, so that each test says what `read` finds. */
function provider(options: Partial<HttpProviderOptions> = {}): LLMStreamProvider<string> {
  return defineHttpProvider({
    definition: {
      id: "own",
      label: "Own",
      kind: "local",
      defaultBaseUrl: "http://localhost:9000",
      defaultModel: "m",
      requiresApiKey: false,
    },
    path: "/v1/ask",
    body: ({ model }) => ({ model }),
    read: (payload) => (payload as { part?: LLMStreamPart }).part,
    ...options,
  });
}

function config(fetch: FetchFunction, model = "m"): LLMProviderConfig {
  return { baseUrl: "http://localhost:9000", model, fetch };
}

/** The outcome of an answer of these events, each with its name, or of these lines. */
async function outcome(...events: (readonly [name: string, data: unknown] | string)[]) {
  const body = events.map((event) => {
    if (typeof event === "string") return event;
    return `event: ${event[0]}\ndata: ${JSON.stringify(event[1])}\n\n`;
  }).join("");
  const answer = () => Promise.resolve(new Response(body));
  return await outcomeOf(provider(), config(answer), { prompt: "Q" });
}

const token = (text: string) => ["delta", { part: { token: text } }] as const;

Deno.test("defineHttpProvider() keeps the counts that a later part does not tell", async () => {
  const { finish } = await outcome(
    ["start", { part: { usage: { promptTokens: 9, completionTokens: 1, cachedTokens: 4 } } }],
    token("a"),
    ["end", { part: { usage: { completionTokens: 7, promptTokens: undefined } } }],
  );
  assertEquals(finish?.usage, { promptTokens: 9, completionTokens: 7, cachedTokens: 4 });

  const parts: LLMStreamPart[] = [
    { usage: { promptTokens: 9, completionTokens: 0 } },
    { usage: { promptTokens: undefined, completionTokens: 7 } },
  ];
  const own = provider({ read: () => parts.shift() });
  const answer = () => Promise.resolve(new Response("data: 1\n\ndata: 2\n\n"));
  const told = await outcomeOf(own, config(answer), { prompt: "Q" });
  assertEquals(told.finish?.usage, { promptTokens: 9, completionTokens: 7 });
});

Deno.test("defineHttpProvider() takes a failure that read tells in an event of any name", async () => {
  const failed = ["message-end", {
    part: { failure: "out of memory", serverCode: "oom" },
  }] as const;
  const { tokens, error } = await outcome(token("a"), failed, token("b"));
  const { code, reason, serverCode } = error as ProviderError;
  assertEquals([tokens, code, reason, serverCode], [["a"], "stream", "out of memory", "oom"]);
});

Deno.test("defineHttpProvider() sees an error at the end, in an event of any name", async () => {
  const failed = ["end", { error: { message: "out of memory", code: "oom" } }] as const;
  for (const last of [[], ["data: [DONE]\n\n"]]) {
    const { tokens, error } = await outcome(token("a"), failed, ...last);
    const { code, reason, serverCode } = error as ProviderError;
    assertEquals([tokens, code, reason, serverCode], [["a"], "stream", "out of memory", "oom"]);
  }
});

Deno.test("defineHttpProvider() sees an error beside what read finds, in an event of any name", async () => {
  const failed = ["end", { error: "out of memory", part: { done: true } }] as const;
  const { tokens, error } = await outcome(token("a"), failed);
  assertEquals([tokens, (error as ProviderError).reason], [["a"], "out of memory"]);
});

Deno.test("the error of a tool, in an event that read finds nothing in, does not end the answer", async () => {
  const failed = ["tool_result", { error: "no such file" }] as const;
  const { tokens, error } = await outcome(token("a"), failed, token("b"));
  assertEquals([tokens, error], [["a", "b"], undefined]);
});

Deno.test("defineHttpProvider() tells of lines that are malformed, and not of those that read has no use for", async () => {
  const beside = { type: "ping-like" };
  const named = await outcome(
    ["start", beside],
    token("a"),
    ["block", beside],
    'event: delta\ndata: {"part":{"tok\n\n',
    token("b"),
  );
  assertEquals(named.tokens, ["a", "b"]);
  assertEquals(named.finish?.skipped, { lines: 1, first: '{"part":{"tok' });

  const json = JSON.stringify;
  const line = (text: string) => json({ part: { token: text } });
  const lines = [json(beside), line("a"), json(beside), '{"part":{"tok', line("b")];
  for (const start of ["", "data: "]) {
    const { tokens, finish } = await outcome(lines.map((each) => `${start}${each}\n\n`).join(""));
    assertEquals(tokens, ["a", "b"]);
    assertEquals(finish?.skipped, { lines: 1, first: '{"part":{"tok' });
  }
});

Deno.test("defineHttpProvider() tells of all lines where read has found no token", async () => {
  const other = { choices: undefined, text: "in another form" };
  const skipped = { lines: 2, first: JSON.stringify(other) };
  const named = await outcome(["a", other], ["b", other]);
  assertEquals([named.tokens, named.finish?.skipped], [[], skipped]);
  const data = `data: ${JSON.stringify(other)}\n\n`;
  const unnamed = await outcome(data, data);
  assertEquals([unnamed.tokens, unnamed.finish?.skipped], [[], skipped]);

  const empty = { part: { token: "", reasoning: "", toolCalls: [] } };
  const { finish } = await outcome(["a", empty]);
  assertEquals(finish?.skipped, { lines: 1, first: JSON.stringify(empty) });
});

Deno.test("defineHttpProvider() gives read the values of data lines as they are", async () => {
  const values = ["Hel", "5", "true", '{"a":1}', ["b"], 0.5];
  const got: unknown[] = [];
  const own = provider({
    read: (payload) => {
      got.push(payload);
      return { token: String(payload) };
    },
  });
  const body = values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join("");
  const answer = () => Promise.resolve(new Response(body));
  const { tokens } = await outcomeOf(own, config(answer), { prompt: "Q" });
  assertEquals(tokens, values.map(String));
  assertEquals(got, values);
});

Deno.test("what read throws is the cause of an error", async () => {
  const thrown = new TypeError("no such field");
  const own = provider({
    read: () => {
      throw thrown;
    },
  });
  const answer = () => Promise.resolve(new Response("data: 1\n\n"));
  const error = (await outcomeOf(own, config(answer), { prompt: "Q" })).error as ProviderError;
  assertEquals([error.code, error.cause], ["stream", thrown]);
});

Deno.test("defineHttpProvider() gives read no null, and keeps the words of a refusal", async () => {
  const refusal = ["delta", { part: { refusal: "No." } }] as const;
  const { finish, error } = await outcome("data: null\n\n", refusal);
  assertEquals([finish?.refusal, error], ["No.", undefined]);
});

Deno.test("defineHttpProvider() trims the model's name, and gives a path the slash that it lacks", async () => {
  const asked: [url: string, body: string | undefined][] = [];
  const own = provider({
    path: ({ model }) => `models/${model}:ask`,
    models: {
      path: "models",
      read: (answer) => (answer as { list?: [] }).list,
    },
  });
  const fetch: FetchFunction = (url, { body }) => {
    asked.push([url, body]);
    return Promise.resolve(new Response("null"));
  };
  await outcomeOf(own, config(fetch, " m "), { prompt: "Q" });
  const error = await assertRejects(() => own.models!(config(fetch)), ProviderError);
  assertStrictEquals(error.code, "format");
  assertEquals(asked, [
    ["http://localhost:9000/models/m:ask", '{"model":"m"}'],
    ["http://localhost:9000/models", undefined],
  ]);
});

for (const [path, address] of [["", "/run"], ["?alt=sse", "/run?alt=sse"]] as const) {
  Deno.test(`defineHttpProvider() asks the base address itself where its path is "${path}"`, async () => {
    const asked: string[] = [];
    const fetch: FetchFunction = (url) => {
      asked.push(url);
      return Promise.resolve(new Response("null"));
    };
    const options = { ...config(fetch), baseUrl: "http://localhost:9000/run" };
    await outcomeOf(provider({ path }), options, { prompt: "Q" });
    assertEquals(asked, [`http://localhost:9000${address}`]);
  });
}
