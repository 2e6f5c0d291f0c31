// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import { formatProviderError, type ProviderError } from "@rivulet/llm";
import { answerChunks, askProvider, httpProviderIds } from "../support/ask.ts";
import { without } from "../support/without.ts";

/** An error of Node's fetch, whose cause has a code. */
function nodeError(message: string, cause: string, code: string): TypeError {
  return new TypeError(message, { cause: Object.assign(new Error(cause), { code }) });
}

const THROWN: [what: string, thrown: Error, code: string, message: string][] = [
  [
    "a network failure in the platform's words",
    nodeError("fetch failed", "connect ECONNREFUSED", "ECONNREFUSED"),
    "network",
    "connect ECONNREFUSED",
  ],
  [
    "a network failure in the words of the first of several causes",
    new TypeError("fetch failed", {
      cause: new AggregateError([new Error("connect ECONNREFUSED ::1:1"), new Error("other")]),
    }),
    "network",
    "connect ECONNREFUSED ::1:1",
  ],
  [
    "a proxy that refuses in the words of the second cause",
    new TypeError("fetch failed", {
      cause: new Error("Request was cancelled.", { cause: new Error("Proxy response (403)") }),
    }),
    "network",
    "Proxy response (403)",
  ],
  [
    "a network failure without the line end behind its words",
    nodeError("fetch failed", "connect ECONNREFUSED\n", "ECONNREFUSED"),
    "network",
    "connect ECONNREFUSED",
  ],
  [
    "a network failure of which nothing is known in the words that there are",
    new TypeError("fetch failed", { cause: new Error("") }),
    "network",
    "fetch failed",
  ],
  [
    "a failure that has words in these, whatever is behind it",
    new Error("my proxy is down", { cause: new Error("detail") }),
    "network",
    "my proxy is down",
  ],
  [
    "a network failure in words that no engine uses",
    new Error("a text that no engine uses"),
    "network",
    "a text that no engine uses",
  ],
  [
    "that a server which sends no headers in time is slow",
    nodeError("fetch failed", "Headers Timeout Error", "UND_ERR_HEADERS_TIMEOUT"),
    "stream",
    "Provider stream failed: the server was reached and sent no answer in time " +
    "(Headers Timeout Error)",
  ],
  ...[
    'RequestInit: Expected signal ("AbortSignal {}") to be an instance of AbortSignal.',
    "Failed to execute 'fetch' on 'Window': member signal is not of type AbortSignal.",
    "globalThis.fetch is not a function",
  ].map((text): typeof THROWN[number] => [
    `the wrong call of fetch in ${JSON.stringify(text)}`,
    new TypeError(text),
    "config",
    text,
  ]),
];

/** Whether the text for a local provider is the one for a server that cannot be reached. */
function saysUnreachable(error: unknown): boolean {
  return formatProviderError(error, "local").startsWith("The local provider is unreachable.");
}

for (const id of httpProviderIds) {
  for (const [what, thrown, code, message] of THROWN) {
    Deno.test(`stream() of ${id} tells ${what}`, async () => {
      const asked = await askProvider(id, { fetch: () => Promise.reject(thrown) });
      const error = asked.error as ProviderError;
      assertEquals([error.name, error.code, error.message], ["ProviderError", code, message]);
      assertStrictEquals(error.cause, thrown);
      for (const same of [error, error.toJSON()]) {
        assertStrictEquals(saysUnreachable(same), code === "network");
        assertStrictEquals(formatProviderError(same, "remote"), message);
      }
    });
  }

  Deno.test(`stream() of ${id} says that a server stopped sending, not that it was terminated`, async () => {
    const thrown = nodeError("terminated", "Body Timeout Error", "UND_ERR_BODY_TIMEOUT");
    const [first = ""] = answerChunks(id, ["a"]);
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(first)),
      pull: (controller) => controller.error(thrown),
    });
    const asked = await askProvider(id, { fetch: () => Promise.resolve(new Response(body)) });
    const { code, message, cause } = asked.error as ProviderError;
    const expected = "Provider stream failed: the server stopped sending (Body Timeout Error)";
    assertEquals([code, message], ["stream", expected]);
    assertStrictEquals(cause, thrown);
  });

  Deno.test(`stream() of ${id} says why a connection ended, not that it was terminated`, async () => {
    const thrown = nodeError("terminated", "other side closed", "UND_ERR_SOCKET");
    const body = new ReadableStream({ pull: (controller) => controller.error(thrown) });
    const asked = await askProvider(id, { fetch: () => Promise.resolve(new Response(body)) });
    const { message } = asked.error as ProviderError;
    assertStrictEquals(message, "Provider stream failed: other side closed");
  });

  for (const text of ["network error", "Error in input stream", "Load failed"]) {
    Deno.test(`stream() of ${id} says that a connection broke where a browser says "${text}"`, async () => {
      const body = new ReadableStream({
        pull: (controller) => controller.error(new TypeError(text)),
      });
      const asked = await askProvider(id, { fetch: () => Promise.resolve(new Response(body)) });
      const { message } = asked.error as ProviderError;
      assertStrictEquals(message, `Provider stream failed: the connection broke off (${text})`);
    });
  }

  Deno.test(`stream() of ${id} says that there is no fetch where there is none`, async () => {
    using _ = without(globalThis, "fetch");
    const error = (await askProvider(id)).error as ProviderError;
    assertEquals([error.code, saysUnreachable(error)], ["config", false]);
  });
}
