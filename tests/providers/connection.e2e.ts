// Copyright 2026 the Rivulet authors. MIT license.

// What a stub cannot show; aborts, redirects and broken connections are in tests/runtimes.

import { assertEquals } from "@std/assert";
import { getProviderById } from "@rivulet/llm";
import { askProvider, httpProviderIds } from "../support/ask.ts";
import { startLoopback } from "../support/loopback.ts";
import { answerChunks, protocolOf } from "../support/protocol.ts";

for (const id of httpProviderIds) {
  const { token, path, end } = protocolOf(id);

  Deno.test(`stream() of ${id} sends the request as specified over the wire`, async () => {
    await using server = startLoopback(() => ({ chunks: [end] }));
    await askProvider(id, { baseUrl: server.base, model: "m1" }, { systemPrompt: "S" });
    const [{ headers, ...request }] = server.requests as [typeof server.requests[0]];
    assertEquals(request, {
      method: "POST",
      path,
      body: '{"model":"m1","stream":true,"messages":[{"role":"system","content":"S"},' +
        '{"role":"user","content":"Which one?\\n\\n"}]}',
    });
    const authorization = getProviderById(id).definition.requiresApiKey ? "Bearer test-key" : null;
    const names = ["content-type", "authorization"];
    assertEquals(names.map((name) => headers.get(name)), ["application/json", authorization]);
  });

  Deno.test(`stream() of ${id} hands on each token while the server still writes`, async () => {
    const got = Promise.withResolvers<void>();
    const chunks = [token("a"), got.promise, token("b"), end];
    await using server = startLoopback(() => ({ chunks }));
    const { tokens } = await askProvider(id, { baseUrl: server.base }, {
      onToken: () => got.resolve(),
    });
    assertEquals(tokens, ["a", "b"]);
  });

  Deno.test(`stream() of ${id} answers 50 requests at once, each with its own tokens`, async () => {
    await using server = startLoopback(({ body }) => ({
      chunks: answerChunks(id, [JSON.parse(body).messages[1].content.trim(), "!"]),
    }));
    const prompts = Array.from({ length: 50 }, (_, index) => `Q${index}`);
    const answers = prompts.map((prompt) => askProvider(id, { baseUrl: server.base }, { prompt }));
    const tokens = (await Promise.all(answers)).map((answer) => answer.tokens);
    assertEquals(tokens, prompts.map((prompt) => [prompt, "!"]));
  });
}
