// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import {
  answerLikeOldOllama,
  answerLikeOllama,
  isProbe,
  makeClient,
} from "../support/embedding_server.ts";
import { failureOf } from "../support/failure.ts";
import { type Handler, stubServer } from "../support/stub_server.ts";

/** The calls, and a server's answer to what each asks before. */
const CALLS: [name: string, call: () => Promise<unknown>, before: Handler | undefined][] = [
  ["/api/embed", () => makeClient().embedBatch(["a"]), answerLikeOllama],
  ["/api/embeddings", () => makeClient().embedBatch(["a"]), answerLikeOldOllama],
  ["health check", () => makeClient().healthCheck(), undefined],
];

const JSON_REASONS: [name: string, body: unknown, status: number, text: string, reason: string][] =
  [
    ["the error string", { error: "a", message: "b" }, 500, "", "a"],
    ["the message string", { error: {}, message: "b" }, 500, "", "b"],
    ["the words of an error in OpenAI's form", { error: { message: "x" } }, 400, "Bad", "x"],
    ["the status where the error is empty", { error: "" }, 503, "No", "503 No"],
    ["the status where the error is blank", { error: " " }, 503, "No", "503 No"],
  ];

const REASONS: [name: string, answer: () => Response, reason: string][] = [
  ...JSON_REASONS.map(([name, body, status, statusText, reason]): typeof REASONS[number] => [
    name,
    () => Response.json(body, { status, statusText }),
    reason,
  ]),
  [
    "the status where the body is no JSON",
    () => new Response("<p>Oops", { status: 502, statusText: "Bad Gateway" }),
    "502 Bad Gateway",
  ],
  ["the bare status where it has no text", () => new Response(null, { status: 500 }), "500"],
  ["the status of an answer without content", () => new Response(null, { status: 204 }), "204"],
];

for (const [reasonName, answer, expected] of REASONS) {
  for (const [name, call, before] of CALLS) {
    Deno.test(`OllamaEmbeddingClient gives ${reasonName} as the reason, ${name}`, async () => {
      using server = stubServer((request) =>
        before !== undefined && isProbe(request) ? before(request) : answer()
      );
      const { message, code, status, reason } = await failureOf(call);
      assertStrictEquals(message, `Local server ${name} failed: ${expected}`);
      assertEquals([code, status, reason], ["http", answer().status, expected]);
      assertStrictEquals(server.requests.length, before === undefined ? 1 : 2, "sent again");
    });
  }
}

Deno.test("OllamaEmbeddingClient says so where a browser hides a redirect", async () => {
  using _server = stubServer(() =>
    Object.defineProperty(Response.error(), "type", { value: "opaqueredirect" })
  );
  const { reason, code, status } = await failureOf(() => makeClient().healthCheck());
  assertStrictEquals(
    reason,
    "the server redirects to an address that the browser hides, set baseUrl to the final one",
  );
  assertEquals([code, status], ["http", undefined]);
});

Deno.test("OllamaEmbeddingClient gives the message of a network failure, and keeps it", async () => {
  const failure = new TypeError("connection refused");
  using _server = stubServer(() => Promise.reject(failure));
  const { message, code, reason, cause } = await failureOf(() => makeClient().embedBatch(["a"]));
  assertStrictEquals(message, "Local server /api/embed failed: connection refused");
  assertEquals([code, reason], ["network", "connection refused"]);
  assertStrictEquals(cause, failure);
});
