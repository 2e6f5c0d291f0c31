// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  type LLMStreamPart,
  lmStudio,
  openaiCompatible,
  ProviderError,
  toEventStream,
} from "@rivulet/llm";
import { configFor, outcomeOf, requestFor } from "../support/ask.ts";
import { CountedController } from "../support/counted_controller.ts";
import { NOWHERE, providerOf, says } from "../support/sources.ts";

type Said = readonly (string | readonly LLMStreamPart[])[];

const REQUEST = { prompt: "q" };

function textOf(said: Said, error?: unknown): Promise<string> {
  return new Response(toEventStream(providerOf(() => says(said, error)), NOWHERE, REQUEST)).text();
}

/** What our own client makes of a relayed answer. */
async function relayed(said: Said, error?: unknown) {
  const stream = toEventStream(providerOf(() => says(said, error)), NOWHERE, REQUEST);
  const fetch = () => Promise.resolve(new Response(stream));
  return await outcomeOf(lmStudio, configFor("local-b", { fetch }));
}

Deno.test("toEventStream() relays an answer that our own client reads as it was", async () => {
  const { seen, finish, error } = await relayed([
    [{ reasoning: "r1" }],
    "a\r\n\n",
    [{ reasoning: "r2" }, { token: "data: [DONE]\u2028" }],
    [{ toolCalls: [{ index: 0, id: "c", name: "f", arguments: "{}" }] }],
    [{ finishReason: "length", usage: { promptTokens: 3, completionTokens: 2 }, done: true }],
  ]);
  assertEquals([error, seen], [undefined, ["(r1)", "a\r\n\n", "(r2)", "data: [DONE]\u2028"]]);
  assertEquals(finish, {
    endedBy: "marker",
    tokenCount: 2,
    finishReason: "length",
    usage: { promptTokens: 3, completionTokens: 2 },
    toolCalls: [{ id: "c", name: "f", arguments: "{}" }],
  });
});

Deno.test("toEventStream() relays a long text in pieces, and others have their turn between", async () => {
  const text = "a😀".repeat(100_000);
  for (const said of [text, [{ reasoning: text }, { token: "b" }]] satisfies Said) {
    const lines: string[] = [];
    let hadTurn = false;
    let behindTurn = 0;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => hadTurn = true;
    const reader = toEventStream(providerOf(() => says([said])), NOWHERE, REQUEST).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const line = new TextDecoder().decode(value);
      lines.push(line.trim());
      if (!line.includes("😀")) continue;
      port2.postMessage(undefined);
      behindTurn += Number(hadTurn);
    }
    for (const port of [port1, port2]) port.close();
    const texts = lines.filter((line) => line.includes("😀")).map((line) => {
      const { delta } = JSON.parse(line.slice(6)).choices[0];
      return delta.content ?? delta.reasoning_content;
    });
    assertEquals(texts.join(""), text);
    assert(texts.length > 2 && texts.every((each) => each.isWellFormed() && each.length < 70_000));
    assert(behindTurn > 0);
  }
});

Deno.test("toEventStream() relays all counts", async () => {
  const usage = { promptTokens: 9, completionTokens: 7, cachedTokens: 4, reasoningTokens: 0 };
  const { finish } = await relayed(["a", [{ usage, done: true }]]);
  assertEquals(finish?.usage, usage);
});

Deno.test("toEventStream() relays an answer without an end marker without one", async () => {
  assertEquals((await relayed(["a"])).finish?.endedBy, "eof");
  assert(!(await textOf(["a"])).includes("[DONE]"));
});

Deno.test("toEventStream() begins with the role, and each chunk has the frame of one", async () => {
  const [first = "", second = ""] = (await textOf(["a"])).split("\n\n");
  const { id, object, model, choices } = JSON.parse(first.slice(6));
  assertEquals([object, model, choices], [
    "chat.completion.chunk",
    "m",
    [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }],
  ]);
  assertStringIncludes(second, id);
});

Deno.test("toEventStream() tells a failure in the server's words, without an inner address", async () => {
  const words =
    "no model at http://10.0.0.5:11434/api, [::1]:80, 192.168.1.2 nor gpu-box:8000, sorry";
  const failures: [error: unknown, message: string, serverCode?: string][] = [
    [
      new ProviderError("http", "x", { status: 404, reason: words, serverCode: "not_found" }),
      "no model at … …, … nor …, sorry",
      "not_found",
    ],
    [
      new ProviderError("stream", "x", { reason: words, serverCode: "overloaded" }),
      "no model at … …, … nor …, sorry",
      "overloaded",
    ],
    [
      new ProviderError("network", "connect ECONNREFUSED 10.0.0.5:11434"),
      "The model cannot be reached",
    ],
    [new ProviderError("config", "Set baseUrl"), "The model cannot be reached"],
    [new Error("of the program"), "The answer failed"],
  ];
  for (const [error, message, code] of failures) {
    const text = await textOf(["a"], error);
    const { error: told } = JSON.parse(text.trim().split("\n\n").at(-1)!.slice(6));
    assertEquals(told, { message, ...(code && { code }) });
    const { tokens, error: seen } = await relayed(["a"], error);
    assertEquals([tokens, (seen as ProviderError).reason], [["a"], message]);
  }
});

Deno.test("toEventStream() relays the reasoning before a failure, also to a slow reader", async () => {
  const ended = Promise.withResolvers<void>();
  const provider = providerOf(async function* () {
    yield [{ reasoning: "r1" }];
    setTimeout(ended.resolve);
    yield [{ reasoning: "r2" }, { failure: "boom" }];
  });
  const reader = toEventStream(provider, NOWHERE, REQUEST).getReader();
  const texts: string[] = [];
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    texts.push(new TextDecoder().decode(read.value));
    // Meanwhile the answer fails.
    if (texts.length === 2) await ended.promise;
  }
  const [, first = "", second = "", failure = ""] = texts;
  assertStringIncludes(first, '"r1"');
  assertStringIncludes(second, '"r2"');
  assertStringIncludes(failure, "boom");
});

Deno.test("toEventStream() lets go of the caller's signal", async () => {
  const caller = new CountedController();
  const request = requestFor({ signal: caller.signal });
  await new Response(toEventStream(providerOf(() => says(["a"])), NOWHERE, request)).text();
  assertEquals(caller.listeners, 0);
});

Deno.test("toEventStream() asks for nothing before the first read, and no more than is read", async () => {
  let asked = 0;
  const provider = providerOf(async function* () {
    while (true) {
      asked++;
      yield "a";
    }
  });
  const reader = toEventStream(provider, NOWHERE, REQUEST).getReader();
  await new Promise((resolve) => setTimeout(resolve));
  assertEquals(asked, 0);
  for (let count = 0; count < 3; count++) await reader.read();
  assertEquals(asked, 2);
  await reader.cancel();
});

Deno.test("toEventStream() hands reasoning on while the first token is awaited", async () => {
  const provider = providerOf(async function* () {
    yield [{ reasoning: "r" }];
    await new Promise(() => {});
  });
  const reader = toEventStream(provider, NOWHERE, REQUEST).getReader();
  await reader.read();
  const { value } = await reader.read();
  assertStringIncludes(new TextDecoder().decode(value), '"reasoning_content":"r"');
  await reader.cancel();
});

Deno.test("toEventStream() ends the request once its reader cancels, also while it waits", async () => {
  const aborted = Promise.withResolvers<void>();
  const provider = providerOf(async function* (_config, _request, signal) {
    signal.addEventListener("abort", () => aborted.resolve());
    yield "a";
    await new Promise(() => {});
  });
  const reader = toEventStream(provider, NOWHERE, REQUEST).getReader();
  await reader.read();
  await reader.read();
  const pending = reader.read();
  // The source is asked a moment after the read.
  await new Promise((resolve) => setTimeout(resolve));
  await reader.cancel();
  await Promise.all([pending, aborted.promise]);
});

Deno.test("toEventStream() ends with the caller's signal", async () => {
  const caller = new AbortController();
  const provider = providerOf(async function* () {
    yield "a";
    await new Promise(() => {});
  });
  const request = requestFor({ signal: caller.signal });
  const reading = new Response(toEventStream(provider, NOWHERE, request)).text();
  setTimeout(() => caller.abort(), 1);
  assertStringIncludes(await reading, "The answer was stopped");
  const text = await new Response(
    toEventStream(openaiCompatible, configFor("standard-compatible"), request),
  ).text();
  assertStringIncludes(text, "The answer was stopped");
});
