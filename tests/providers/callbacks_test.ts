// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { formatProviderError, getProviderById, type LLMFinish } from "@rivulet/llm";
import {
  answerChunks,
  answeringFetch,
  askProvider,
  configFor,
  httpProviderIds,
  methods,
  requestFor,
} from "../support/ask.ts";
import { protocolOf } from "../support/protocol.ts";
import { stubFetch, stubResponse } from "../support/stub_response.ts";

function throws(thrown: unknown): () => never {
  return () => {
    throw thrown;
  };
}

const FAILS: [how: string, (thrown: unknown) => () => void | Promise<void>][] = [
  ["throws", throws],
  ["rejects a promise with", (thrown) => () => Promise.reject(thrown)],
];

for (const id of httpProviderIds) {
  const { stream } = getProviderById(id);
  const reasoning = protocolOf(id).reasoning("Hm");
  const [a = "", b = "", end = ""] = answerChunks(id, ["a", "b"]);

  for (const method of methods) {
    for (const callback of ["onToken", "onReasoning", "onFinish"] as const) {
      for (const [how, fail] of FAILS) {
        Deno.test(`${method}() of ${id} ends with what ${callback} ${how} and closes the connection`, async () => {
          for (const thrown of [new TypeError("Failed to fetch"), "a text", undefined]) {
            let cancelled = false;
            const onCancel = () => void (cancelled = true);
            const chunks = [reasoning, a, b, end];
            const fetch = stubFetch(() => stubResponse({ chunks, end: "open", onCancel }));
            const outcome = await askProvider(id, { fetch }, { method, [callback]: fail(thrown) });
            assert("error" in outcome && cancelled);
            assertStrictEquals(outcome.error, thrown);
          }
        });
      }
    }

    Deno.test(`${method}() of ${id} keeps tokens and reasoning in the server's order`, async () => {
      const fetch = stubFetch(() => stubResponse({ chunks: [a + reasoning + b + end] }));
      const { seen, finish } = await askProvider(id, { fetch }, { method });
      assertEquals([seen, finish?.tokenCount], [["a", "(Hm)", "b"], 2]);
    });
  }

  Deno.test(`stream() of ${id} rejects with what onToken throws although it also aborts`, async () => {
    const controller = new AbortController();
    const thrown = new Error("mine");
    const { fetch } = answeringFetch(id, ["a"]);
    const onToken = () => {
      controller.abort();
      throw thrown;
    };
    const { error } = await askProvider(id, { fetch }, { signal: controller.signal, onToken });
    assertStrictEquals(error, thrown);
  });

  Deno.test(`formatProviderError() gives the text of what a callback throws, for ${id}`, async () => {
    const { fetch } = answeringFetch(id, ["a"]);
    for (const [, fail] of FAILS) {
      const onToken = fail(new TypeError("Failed to fetch"));
      const { error } = await askProvider(id, { fetch }, { onToken });
      assertStrictEquals(formatProviderError(error, "local"), "Failed to fetch");
    }
  });

  Deno.test(`stream() of ${id} waits for no promise of onToken, and keeps the order`, async () => {
    const { fetch } = answeringFetch(id, ["a", "b"]);
    const { tokens } = await askProvider(id, { fetch }, { onToken: () => new Promise(() => {}) });
    assertEquals(tokens, ["a", "b"]);
  });

  Deno.test(`stream() of ${id} hands on no token after a promise of onToken was rejected`, async () => {
    const { fetch } = answeringFetch(id, ["a", "b"]);
    const onToken = async () => {
      await Promise.resolve();
      throw new Error("full");
    };
    const { tokens, error } = await askProvider(id, { fetch }, { onToken });
    assertEquals([tokens, `${error}`], [["a"], "Error: full"]);
  });

  Deno.test(`stream() of ${id} calls the request's functions as its methods`, async () => {
    const { fetch } = answeringFetch(id, ["a"]);
    const request = requestFor({
      onToken(this: unknown) {
        assertStrictEquals(this, request);
      },
      onFinish(this: unknown, _summary: LLMFinish) {
        assertStrictEquals(this, request);
      },
    });
    await stream(configFor(id, { fetch }), request);
  });
}
