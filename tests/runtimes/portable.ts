// Copyright 2026 the Rivulet authors. MIT license.

// What must hold in every runtime, on nothing but `node:` modules: runs on Deno from source, and on
// Node and Bun from the packed package.

import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import {
  ChatCompletionTokenStream,
  formatProviderError,
  getProviderById,
  type LLMProviderId,
  type LLMStreamRequest,
  ProviderError,
} from "@rivulet/llm";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface TestServer {
  base: string;
  /** Resolves when a client has closed its connection. */
  clientGone: Promise<void>;
}

async function withServer(
  handle: Handler,
  use: (server: TestServer) => Promise<void>,
): Promise<void> {
  let markGone = () => {};
  const clientGone = new Promise<void>((resolve) => markGone = resolve);
  const server = createServer((request, response) => {
    response.on("close", () => markGone());
    request.resume();
    request.on("end", () => handle(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    await use({ base: `http://127.0.0.1:${port}`, clientGone });
  } finally {
    server.closeAllConnections?.();
    await new Promise((resolve) => server.close(resolve));
  }
}

function linesFor(id: LLMProviderId, tokens: string[]): string[] {
  return tokens.map((content) =>
    id === "local-a"
      ? `${JSON.stringify({ message: { content } })}\n`
      : `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\r\n\r\n`
  );
}

function endFor(id: LLMProviderId): string {
  return id === "local-a" ? '{"done":true}\n' : "data: [DONE]\n\n";
}

function configFor(base: string) {
  return { baseUrl: base, model: "m", apiKey: "test-key" };
}

function requestFor(request: Partial<LLMStreamRequest>): LLMStreamRequest {
  const { signal } = new AbortController();
  return { prompt: "Q", contextSnippets: [], signal, onToken: () => {}, ...request };
}

for (const id of ["standard-compatible", "local-a", "local-b"] as const) {
  const { stream, tokens } = getProviderById(id);

  test(`stream() of ${id} hands on every token, however the bytes are cut`, async () => {
    const expected = ["Hello ", "🌍", ", ça va? ", "你好"];
    const bytes = new TextEncoder().encode(linesFor(id, expected).join("") + endFor(id));
    await withServer(async (_, response) => {
      for (const byte of bytes) {
        await new Promise<void>((resolve) => response.write(Uint8Array.of(byte), () => resolve()));
      }
      response.end();
    }, async ({ base }) => {
      const seen: string[] = [];
      await stream(configFor(base), requestFor({ onToken: (token) => void seen.push(token) }));
      assert.deepEqual(seen, expected);
    });
  });

  test(`stream() of ${id} ends at the marker although the server keeps the connection`, async () => {
    await withServer((_, response) => {
      response.write(linesFor(id, ["a"]).join("") + endFor(id));
    }, async ({ base, clientGone }) => {
      const seen: string[] = [];
      await stream(configFor(base), requestFor({ onToken: (token) => void seen.push(token) }));
      assert.deepEqual(seen, ["a"]);
      await clientGone;
    });
  });

  test(`tokens() of ${id} closes the connection when the loop is left`, async () => {
    await withServer((_, response) => {
      response.write(linesFor(id, ["a"]).join(""));
    }, async ({ base, clientGone }) => {
      for await (const token of tokens(configFor(base), { prompt: "Q" })) {
        assert.equal(token, "a");
        break;
      }
      await clientGone;
    });
  });

  for (const silent of ["before the answer", "during the answer"]) {
    test(`stream() of ${id} stops at once when it is aborted ${silent}`, async () => {
      const controller = new AbortController();
      await withServer((_, response) => {
        if (silent === "before the answer") return setTimeout(() => controller.abort("enough"), 0);
        response.write(linesFor(id, ["a"]).join(""));
      }, async ({ base, clientGone }) => {
        const onToken = () => void setTimeout(() => controller.abort("enough"), 0);
        const answer = stream(configFor(base), requestFor({ signal: controller.signal, onToken }));
        await assert.rejects(answer, { name: "AbortError", cause: "enough" });
        await clientGone;
      });
    });
  }

  test(`stream() of ${id} hands on the status and the server's words`, async () => {
    await withServer((_, response) => {
      response.writeHead(429, { "retry-after": "7" }).end('{"error":{"message":"slow down"}}');
    }, async ({ base }) => {
      await assert.rejects(stream(configFor(base), requestFor({})), (error) => {
        assert(error instanceof ProviderError);
        assert.equal(error.message, "Provider request failed (429)");
        assert.deepEqual([error.code, error.reason, error.retryAfterMs], [
          "http",
          "slow down",
          7000,
        ]);
        return true;
      });
    });
  });

  test(`stream() of ${id} does not follow a redirect`, async () => {
    await withServer((_, response) => {
      response.writeHead(307, { location: "/elsewhere" }).end();
    }, async ({ base }) => {
      await assert.rejects(stream(configFor(base), requestFor({})), {
        message: "Provider request failed (307)",
        reason: `the server redirects to ${base}/elsewhere`,
      });
    });
  });

  test(`stream() of ${id} rejects when the connection breaks, after the tokens before it`, async () => {
    await withServer((_, response) => {
      response.write(linesFor(id, ["a"]).join(""), () => setTimeout(() => response.destroy(), 20));
    }, async ({ base }) => {
      const seen: string[] = [];
      const answer = stream(
        configFor(base),
        requestFor({ onToken: (token) => void seen.push(token) }),
      );
      await assert.rejects(answer, { name: "ProviderError", code: "stream" });
      assert.deepEqual(seen, ["a"]);
    });
  });

  test(`formatProviderError() knows that ${id} cannot be reached`, async () => {
    let unused = "";
    await withServer(() => {}, ({ base }) => Promise.resolve(void (unused = base)));
    await assert.rejects(stream(configFor(unused), requestFor({})), (error) => {
      assert.match(formatProviderError(error, "local"), /^The local provider is unreachable\./);
      return true;
    });
  });
}

test("ChatCompletionTokenStream reads a Response", async () => {
  const response = new Response(linesFor("local-b", ["a", "b"]).join("") + endFor("local-b"));
  const reader = response.body!
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new ChatCompletionTokenStream())
    .getReader();
  const seen: unknown[] = [];
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    seen.push(read.value);
  }
  assert.deepEqual(seen, ["a", "b"]);
});
