// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import { getProviderById, type TokenSource } from "@rivulet/llm";
import { configFor, httpProviderIds, methods, outcomeOf, requestFor } from "../support/ask.ts";
import { protocolOf } from "../support/protocol.ts";
import { NOWHERE, providerOf, says } from "../support/sources.ts";
import { openResponse, stubFetch, stubResponse } from "../support/stub_response.ts";

// A provider around the answers of another one, as everybody writes it first.

Deno.test("a provider that leaves out tokens of another one counts those that it hands on", async () => {
  const inner = providerOf(() => says(["a", "b", "c"]));
  const provider = providerOf(async function* (config, request, signal) {
    for await (const text of inner.tokens(config, { ...request, signal })) {
      if (text !== "b") yield text;
    }
  });
  const { tokens, finish } = await outcomeOf(provider, NOWHERE);
  assertEquals([tokens, finish?.tokenCount], [["a", "c"], 2]);
});

for (const id of httpProviderIds) {
  const { token, reasoning, end } = protocolOf(id);
  const inner = getProviderById(id);
  const sources: [what: string, source: TokenSource][] = [
    [
      "tokens() of another",
      (config, request, signal) => inner.tokens(config, { ...request, signal }),
    ],
    ["a loop over tokens() of another", async function* (config, request, signal) {
      for await (const text of inner.tokens(config, { ...request, signal })) yield text;
    }],
    [
      "tokens() of another that has its request as it is",
      (config, request) => inner.tokens(config, request),
    ],
  ];
  for (const [what, source] of sources) {
    for (const method of methods) {
      Deno.test(`${method}() of a provider of ${what}, ${id}, tells reasoning in its place and the end once`, async () => {
        const chunks = [reasoning("r1"), token("a"), reasoning("r2"), token("b"), end];
        let finished = 0;
        const outcome = await outcomeOf(
          providerOf(source),
          configFor(id, { fetch: stubFetch(() => stubResponse({ chunks })) }),
          { method, onFinish: () => void finished++ },
        );
        assertEquals(outcome.error, undefined);
        assertEquals(outcome.seen, ["(r1)", "a", "(r2)", "b"]);
        assertEquals(outcome.finish, { endedBy: "marker", tokenCount: 2 });
        assertEquals(finished, 1);
      });
    }

    Deno.test(`splitThinking of a provider of ${what}, ${id}, is done once`, async () => {
      const chunks = [token("r</think>a"), token(" <think>b"), end];
      const { seen } = await outcomeOf(
        providerOf(source),
        configFor(id, { fetch: stubFetch(() => stubResponse({ chunks })) }),
        { splitThinking: "opened" },
      );
      assertEquals(seen, ["(r)", "a", " <think>b"]);
    });

    Deno.test(`what a callback throws is the error of a provider of ${what}, ${id}`, async () => {
      const chunks = [reasoning("r"), token("a"), end];
      for (const name of ["onReasoning", "onToken", "onFinish"] as const) {
        const thrown = new Error(name);
        const { error } = await outcomeOf(
          providerOf(source),
          configFor(id, { fetch: stubFetch(() => stubResponse({ chunks })) }),
          {
            [name]: () => {
              throw thrown;
            },
          },
        );
        assertStrictEquals(error, thrown);
      }
    });

    Deno.test(`leaving tokens() of a provider of ${what}, ${id}, closes the connection`, async () => {
      const { response, cancelled } = openResponse(token("a"));
      const config = configFor(id, { fetch: stubFetch(() => response) });
      for await (const _ of providerOf(source).tokens(config, requestFor())) break;
      await cancelled;
    });
  }
}
