// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertRejects, assertStrictEquals, assertStringIncludes } from "@std/assert";
import { formatProviderError, getProviderById, ProviderError } from "@rivulet/llm";
import { configFor, httpProviderIds, requestFor } from "../support/ask.ts";
import { stubFetch } from "../support/stub_response.ts";

const UNREACHABLE =
  "The local provider is unreachable. Make sure that the local server is running and that " +
  "CORS and network access allow calls to localhost.";

const networkMessages: [engine: string, message: string][] = [
  ["Chrome", "Failed to fetch"],
  ["Chrome, with the host", "Failed to fetch (localhost:11434)"],
  ["Firefox", "NetworkError when attempting to fetch resource."],
  ["Safari", "Load failed"],
  ["Safari, with the host", "Load failed (localhost:11434)"],
  ["Safari, refused", "Could not connect to the server."],
  ["Safari, offline", "The Internet connection appears to be offline."],
  ["Node", "fetch failed"],
  ["Deno", "error sending request for url (http://localhost:11434/api/chat)"],
];

for (const [engine, message] of networkMessages) {
  Deno.test(`formatProviderError() knows a network failure of ${engine} by its text`, () => {
    assertStrictEquals(formatProviderError(new TypeError(message), "local"), UNREACHABLE);
    assertStrictEquals(
      formatProviderError(structuredClone(new TypeError(message)), "local"),
      UNREACHABLE,
    );
    assertStrictEquals(formatProviderError(new TypeError(message), "remote"), message);
  });
}

Deno.test("formatProviderError() knows whatever fetch threw, for a local provider", async () => {
  for (const id of httpProviderIds) {
    const thrown = new Error("a text that no engine uses");
    const { stream } = getProviderById(id);
    const config = configFor(id, { fetch: () => Promise.reject(thrown) });
    const error = await assertRejects(() => stream(config, requestFor()), ProviderError);
    assertStrictEquals(error.cause, thrown);
    assertEquals([error.code, error.message], ["network", "a text that no engine uses"]);
    assertStrictEquals(formatProviderError(error, "local"), UNREACHABLE);
    assertStrictEquals(formatProviderError(error, "remote"), "a text that no engine uses");
  }
});

const ownMessages: [what: string, error: unknown, message: string][] = [
  [
    "an HTTP error",
    new ProviderError("http", "Provider request failed (500)"),
    "Provider request failed (500)",
  ],
  ["an abort", new DOMException("Stopped", "AbortError"), "Stopped"],
  [
    "an app's error with a similar text",
    new Error("Failed to fetch the model list"),
    "Failed to fetch the model list",
  ],
  ["a text", "no error", "no error"],
  [
    "an object with a network text that is no error",
    { message: "Failed to fetch" },
    "Failed to fetch",
  ],
  ["undefined", undefined, "undefined"],
  ["null", null, "null"],
];

for (const [what, error, message] of ownMessages) {
  Deno.test(`formatProviderError() gives the own message of ${what}`, () => {
    assertStrictEquals(formatProviderError(error, "local"), message);
    assertStrictEquals(formatProviderError(error, "remote"), message);
  });
}

Deno.test("formatProviderError() gives the message of an answer that breaks", async () => {
  const body = new ReadableStream({
    pull: (controller) => controller.error(new TypeError("Failed to fetch")),
  });
  const fetch = stubFetch(() => new Response(body));
  const { stream } = getProviderById("local-a");
  const error = await assertRejects(
    () => stream(configFor("local-a", { fetch }), requestFor()),
    ProviderError,
  );
  assertStrictEquals(error.code, "stream");
  assertStringIncludes(formatProviderError(error, "local"), "Provider stream failed: ");
  assertStrictEquals((error.cause as Error).message, "Failed to fetch");
});

Deno.test({
  name: "stream() without permission says which one it needs",
  permissions: "none",
  fn: async () => {
    const { stream } = getProviderById("local-b");
    const error = await assertRejects(() => stream(configFor("local-b"), requestFor()), Error);
    assertStringIncludes(error.message, 'Requires net access to "localhost:1234"');
    assertStrictEquals(formatProviderError(error, "local"), error.message);
  },
});
