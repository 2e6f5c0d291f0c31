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

for (const id of httpProviderIds) {
  const { stream } = getProviderById(id);
  const reasoning = protocolOf(id).reasoning("Hm");
  const [a = "", b = "", end = ""] = answerChunks(id, ["a", "b"]);

  for (const method of methods) {
    for (const callback of ["onToken", "onReasoning", "onFinish"] as const) {
      Deno.test(`${method}() of ${id} ends with what ${callback} throws and closes the connection`, async () => {
        for (const thrown of [new TypeError("Failed to fetch"), "a text", undefined]) {
          let cancelled = false;
          const onCancel = () => void (cancelled = true);
          const chunks = [reasoning, a, b, end];
          const fetch = stubFetch(() => stubResponse({ chunks, end: "open", onCancel }));
          const outcome = await askProvider(id, { fetch }, { method, [callback]: throws(thrown) });
          assert("error" in outcome && cancelled);
          assertStrictEquals(outcome.error, thrown);
        }
      });
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

  Deno.test(`formatProviderError() gives the text of what onToken threw, for ${id}`, async () => {
    const { fetch } = answeringFetch(id, ["a"]);
    const onToken = throws(new TypeError("Failed to fetch"));
    const { error } = await askProvider(id, { fetch }, { onToken });
    assertStrictEquals(formatProviderError(error, "local"), "Failed to fetch");
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
