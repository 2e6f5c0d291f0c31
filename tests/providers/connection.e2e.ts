// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertRejects, assertStrictEquals, assertStringIncludes } from "@std/assert";
import { formatProviderError, getProviderById, ProviderError } from "@rivulet/llm";
import { answerChunks, configFor, httpProviderIds, requestFor } from "../support/ask.ts";
import { closedPort, type LoopbackResponse, startLoopback } from "../support/loopback.ts";

for (const id of httpProviderIds) {
  const { stream, tokens } = getProviderById(id);
  const [first = "", second = "", end = ""] = answerChunks(id, ["a", "b"]);

  Deno.test(`stream() of ${id} sends the request as specified over the wire`, async () => {
    await using server = startLoopback(() => ({ chunks: [first, end] }));
    await stream(
      configFor(id, { baseUrl: server.base, model: "m1" }),
      requestFor({ systemPrompt: "S" }),
    );
    const { method, headers, body } = server.requests[0]!;
    assertStrictEquals(method, "POST");
    assertStrictEquals(headers.get("content-type"), "application/json");
    assertStrictEquals(
      headers.get("authorization"),
      id === "standard-compatible" ? "Bearer test-key" : null,
    );
    assertStrictEquals(
      body,
      '{"model":"m1","stream":true,"messages":[{"role":"system","content":"S"},' +
        '{"role":"user","content":"Which one?\\n\\n"}]}',
    );
  });

  Deno.test(`stream() of ${id} hands on each token while the server still writes`, async () => {
    const got = Promise.withResolvers<void>();
    await using server = startLoopback(() => ({ chunks: [first, got.promise, second, end] }));
    const seen: string[] = [];
    const onToken = (token: string) => {
      seen.push(token);
      got.resolve();
    };
    await stream(configFor(id, { baseUrl: server.base }), requestFor({ onToken }));
    assertEquals(seen, ["a", "b"]);
  });

  Deno.test(`stream() of ${id} closes the connection when it is aborted before any answer`, async () => {
    const controller = new AbortController();
    await using server = startLoopback(() => void controller.abort("enough"));
    const answer = stream(
      configFor(id, { baseUrl: server.base }),
      requestFor({ signal: controller.signal }),
    );
    assertStrictEquals((await assertRejects(() => answer, Error)).name, "AbortError");
    await server.clientGone(0);
  });

  Deno.test(`stream() of ${id} closes the connection when it is aborted during the answer`, async () => {
    const controller = new AbortController();
    await using server = startLoopback(() => ({ chunks: [first], end: "open" }));
    const request = requestFor({
      signal: controller.signal,
      onToken: () => queueMicrotask(() => controller.abort()),
    });
    const answer = stream(configFor(id, { baseUrl: server.base }), request);
    assertStrictEquals((await assertRejects(() => answer, Error)).name, "AbortError");
    await server.clientGone(0);
  });

  Deno.test(`stream() of ${id} closes the connection when onToken throws`, async () => {
    await using server = startLoopback(() => ({ chunks: [first], end: "open" }));
    const thrown = new Error("mine");
    const onToken = () => {
      throw thrown;
    };
    const answer = stream(configFor(id, { baseUrl: server.base }), requestFor({ onToken }));
    assertStrictEquals(await assertRejects(() => answer, Error), thrown);
    await server.clientGone(0);
  });

  Deno.test(`tokens() of ${id} closes the connection when the loop is left`, async () => {
    await using server = startLoopback(() => ({ chunks: [first], end: "open" }));
    for await (const token of tokens(configFor(id, { baseUrl: server.base }), { prompt: "Q" })) {
      assertStrictEquals(token, "a");
      break;
    }
    await server.clientGone(0);
  });

  Deno.test(`tokens() of ${id} closes the connection when return() is called during a read`, async () => {
    const asked = Promise.withResolvers<LoopbackResponse | undefined>();
    await using server = startLoopback(() => void asked.resolve(undefined));
    const iterator = tokens(configFor(id, { baseUrl: server.base }), { prompt: "Q" })
      [Symbol.asyncIterator]();
    const pending = iterator.next();
    await asked.promise;
    assertStrictEquals((await iterator.return?.())?.done, true);
    assertStrictEquals((await pending).done, true);
    await server.clientGone(0);
  });

  Deno.test(`stream() of ${id} rejects with what fetch threw when nothing listens`, async () => {
    const config = configFor(id, { baseUrl: `http://127.0.0.1:${closedPort()}` });
    const error = await assertRejects(() => stream(config, requestFor()), TypeError);
    assertStringIncludes(formatProviderError(error, "local"), "The local provider is unreachable.");
    assertStrictEquals(formatProviderError(error, "remote"), error.message);
  });

  Deno.test(`stream() of ${id} never follows a redirect`, async () => {
    await using server = startLoopback(({ path }) =>
      path.endsWith("/moved")
        ? { chunks: [first, end] }
        : { status: 302, headers: { location: "/moved" }, chunks: [] }
    );
    const error = await assertRejects(
      () => stream(configFor(id, { baseUrl: server.base }), requestFor()),
      ProviderError,
      "Provider request failed (302)",
    );
    assertStrictEquals(error.reason, `the server redirects to ${server.base}/moved`);
    assertStrictEquals(server.requests.length, 1);
  });

  Deno.test(`stream() of ${id} answers 50 requests at once, each with its own tokens`, async () => {
    await using server = startLoopback(({ body }) => {
      const question = JSON.parse(body).messages[1].content.trim();
      return { chunks: answerChunks(id, [question, "!"]) };
    });
    const answers = await Promise.all(Array.from({ length: 50 }, async (_, index) => {
      const seen: string[] = [];
      const request = requestFor({ prompt: `Q${index}`, onToken: (token) => seen.push(token) });
      await stream(configFor(id, { baseUrl: server.base }), request);
      return seen.join("");
    }));
    assertEquals(answers, Array.from({ length: 50 }, (_, index) => `Q${index}!`));
  });
}
