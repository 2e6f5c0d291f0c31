// Copyright 2026 the Rivulet authors. MIT license.

import {
  ChatCompletionTokenStream,
  formatProviderError,
  getProviderById,
  type LLMProviderId,
  type LLMStreamRequest,
  ProviderError,
} from "@rivulet/llm";
import { assertEquals, assertRejects } from "./assertions.ts";
import type { ServerAnswer, TestServer } from "./host.ts";
import { test, testServer } from "./collection.ts";

function linesFor(id: LLMProviderId, tokens: string[]): string {
  return tokens.map((content) =>
    id === "local-a"
      ? `${JSON.stringify({ message: { content } })}\n`
      : `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\r\n\r\n`
  ).join("");
}

function endFor(id: LLMProviderId): string {
  return id === "local-a" ? '{"done":true}\n' : "data: [DONE]\n\n";
}

function configFor({ base }: TestServer) {
  return { baseUrl: base, model: "m", apiKey: "test-key" };
}

function requestFor(request: Partial<LLMStreamRequest> = {}): LLMStreamRequest {
  const { signal } = new AbortController();
  return { prompt: "Q", contextSnippets: [], signal, onToken: () => {}, ...request };
}

/** A place for tokens, and what puts them there. */
function collect(): { seen: string[]; onToken: (token: string) => void } {
  const seen: string[] = [];
  return { seen, onToken: (token) => void seen.push(token) };
}

for (const id of ["standard-compatible", "local-a", "local-b"] as const) {
  const { stream, tokens } = getProviderById(id);
  const oneToken: ServerAnswer = { body: linesFor(id, ["a"]), staysOpen: true };

  const expected = ["Hello ", "🌍", ", ça va? ", "你好"];
  testServer(`stream() of ${id} hands on every token, however the bytes are cut`, {
    body: linesFor(id, expected) + endFor(id),
    byteByByte: true,
  }, async (server) => {
    const { seen, onToken } = collect();
    await stream(configFor(server), requestFor({ onToken }));
    assertEquals(seen, expected);
  });

  testServer(`stream() of ${id} ends at the marker although the server keeps the connection`, {
    body: linesFor(id, ["a"]) + endFor(id),
    staysOpen: true,
  }, async (server) => {
    const { seen, onToken } = collect();
    await stream(configFor(server), requestFor({ onToken }));
    assertEquals(seen, ["a"]);
    await server.clientGone(0);
  });

  testServer(
    `tokens() of ${id} closes the connection when the loop is left`,
    oneToken,
    async (server) => {
      for await (const token of tokens(configFor(server), { prompt: "Q" })) {
        assertEquals(token, "a");
        break;
      }
      await server.clientGone(0);
    },
  );

  testServer(
    `stream() of ${id} stops at once when it is aborted before the answer`,
    "silence",
    async (server) => {
      const controller = new AbortController();
      const answer = stream(configFor(server), requestFor({ signal: controller.signal }));
      const rejected = assertRejects(answer);
      await server.asked(0);
      controller.abort("enough");
      const { name, cause } = await rejected;
      assertEquals([name, cause], ["AbortError", "enough"]);
      await server.clientGone(0);
    },
  );

  testServer(
    `stream() of ${id} stops at once when it is aborted during the answer`,
    oneToken,
    async (server) => {
      const controller = new AbortController();
      const onToken = () => void setTimeout(() => controller.abort("enough"), 0);
      const request = requestFor({ signal: controller.signal, onToken });
      const { name, cause } = await assertRejects(stream(configFor(server), request));
      assertEquals([name, cause], ["AbortError", "enough"]);
      await server.clientGone(0);
    },
  );

  testServer(`stream() of ${id} hands on the status and the server's words`, {
    status: 429,
    headers: { "retry-after": "7" },
    body: '{"error":{"message":"slow down"}}',
  }, async (server) => {
    const error = await assertRejects(stream(configFor(server), requestFor()));
    assertEquals(error instanceof ProviderError, true);
    const { message, code, reason, retryAfterMs } = error as ProviderError;
    assertEquals([message, code], ["Provider request failed (429)", "http"]);
    assertEquals([reason, retryAfterMs], ["slow down", 7000]);
  });

  testServer(`stream() of ${id} does not follow a redirect`, {
    status: 307,
    headers: { location: "/elsewhere" },
  }, async (server, { hidesRedirects }) => {
    const error = await assertRejects(stream(configFor(server), requestFor()));
    const { code, status, reason } = error as ProviderError;
    const place = hidesRedirects
      ? "an address that the browser hides, set baseUrl to the final one"
      : `${server.base}/elsewhere`;
    assertEquals([code, status], ["http", hidesRedirects ? 0 : 307]);
    assertEquals(reason, `the server redirects to ${place}`);
  });

  testServer(
    `stream() of ${id} rejects when the connection breaks, after the tokens before it`,
    oneToken,
    async (server) => {
      const seen: string[] = [];
      const onToken = (token: string) => {
        seen.push(token);
        void server.breakOff();
      };
      const error = await assertRejects(stream(configFor(server), requestFor({ onToken })));
      assertEquals([error.name, (error as ProviderError).code], ["ProviderError", "stream"]);
      assertEquals(seen, ["a"]);
    },
  );

  testServer(
    `formatProviderError() knows that ${id} cannot be reached`,
    "silence",
    async (server) => {
      await server.close();
      const error = await assertRejects(stream(configFor(server), requestFor()));
      const text = formatProviderError(error, "local");
      assertEquals(text.startsWith("The local provider is unreachable."), true);
    },
  );
}

test("ChatCompletionTokenStream reads a Response", async () => {
  const response = new Response(linesFor("local-b", ["a", "b"]) + endFor("local-b"));
  const reader = response.body!
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new ChatCompletionTokenStream())
    .getReader();
  const seen: unknown[] = [];
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    seen.push(read.value);
  }
  assertEquals(seen, ["a", "b"]);
});
