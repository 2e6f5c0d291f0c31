// Copyright 2026 the Rivulet authors. MIT license.

// An abort in a function of the caller; the phases of a request are in tests/contract.

import { assertEquals, assertStrictEquals } from "@std/assert";
import { askProvider, httpProviderIds, methods } from "../support/ask.ts";
import { type Protocol, protocolOf } from "../support/protocol.ts";

const CASES: [
  what: string,
  abortsAt: string,
  seen: string[],
  answer: (protocol: Protocol) => string[],
][] = [
  ["the last token", "a", ["a"], ({ token, end }) => [token("a"), end]],
  ["a token, others behind it", "a", ["a"], ({ token, end }) => [token("a"), token("b"), end]],
  ["a token, reasoning behind it", "a", ["a"], ({ token, reasoning }) => [
    token("a"),
    reasoning("Hm", "b"),
  ]],
  ["the token on the end line", "a", ["a"], ({ token, line, end }) => [
    token("a"),
    line('{"response":"b","done":true}'),
    end,
  ]],
  ["reasoning with a token on its line", "(Hm)", ["(Hm)"], ({ reasoning, end }) => [
    reasoning("Hm", "b"),
    end,
  ]],
  ["a token after reasoning", "a", ["(Hm)", "a"], ({ reasoning, token, end }) => [
    reasoning("Hm"),
    token("a"),
    token("b"),
    end,
  ]],
];

for (const id of httpProviderIds) {
  for (const method of methods) {
    for (const [what, abortsAt, expected, answer] of CASES) {
      Deno.test(`${method}() of ${id} hands on nothing after an abort at ${what}`, async () => {
        const controller = new AbortController();
        const abort = (text: string) => text === abortsAt && controller.abort();
        // In one chunk, so that all of it has been read when the abort comes.
        const fetch = () => Promise.resolve(new Response(answer(protocolOf(id)).join("")));
        const { seen, finish, error } = await askProvider(id, { fetch }, {
          method,
          signal: controller.signal,
          onToken: abort,
          onReasoning: (text) => abort(`(${text})`),
        });
        assertEquals([seen, finish], [expected, undefined]);
        assertStrictEquals(error, controller.signal.reason);
      });
    }
  }
}
