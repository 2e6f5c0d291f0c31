// Copyright 2026 the Rivulet authors. MIT license.

// Servers that mean no good, or are broken for good.

import { assert, assertEquals, assertLess, assertRejects, assertStrictEquals } from "@std/assert";
import { getProviderById, ProviderError } from "@rivulet/llm";
import { answerChunks, configFor, httpProviderIds, requestFor } from "../support/ask.ts";
import { startEndless } from "../support/endless_server.ts";
import { until } from "../support/until.ts";

const MIB = 1024 * 1024;

for (const id of httpProviderIds) {
  const { stream } = getProviderById(id);
  const [first = "", end = ""] = answerChunks(id, ["a"]);

  Deno.test(`stream() of ${id} gives up a line without end at 16 MiB`, async () => {
    await using server = startEndless("x".repeat(64 * 1024), { before: first });
    const tokens: string[] = [];
    const request = requestFor({ onToken: (token) => tokens.push(token) });
    const config = configFor(id, { baseUrl: server.base });
    const error = await assertRejects(
      () => stream(config, request),
      ProviderError,
      "longer than 16 MiB",
    );
    assertEquals([error.code, tokens], ["stream", ["a"]]);
    await server.clientGone(0);
    assertLess(server.sentBytes(), 32 * MIB);
  });

  Deno.test(`stream() of ${id} closes a connection that goes on without end after the marker`, async () => {
    await using server = startEndless("junk\n".repeat(1000), { before: first + end });
    await stream(configFor(id, { baseUrl: server.base }), requestFor());
    await server.clientGone(0);
    assertLess(server.sentBytes(), 16 * MIB);
  });

  Deno.test(`stream() of ${id} reads little of an error body without end`, async () => {
    await using server = startEndless("x".repeat(64 * 1024), { status: 500 });
    const config = configFor(id, { baseUrl: server.base });
    await assertRejects(
      () => stream(config, requestFor()),
      ProviderError,
      "Provider request failed (500)",
    );
    await server.clientGone(0);
    assertLess(server.sentBytes(), 16 * MIB);
  });

  Deno.test(`stream() of ${id} reads junk lines without end in bounded memory, until it is aborted`, async () => {
    await using server = startEndless("junk without end\n".repeat(4000));
    const controller = new AbortController();
    const config = configFor(id, { baseUrl: server.base });
    const before = Deno.memoryUsage().rss;
    const answer = stream(config, requestFor({ signal: controller.signal }));
    const rejected = assertRejects(() => answer, Error);
    await until(() => server.sentBytes() >= 100 * MIB, "100 MiB of junk");
    const growth = Deno.memoryUsage().rss - before;
    controller.abort();
    assertStrictEquals((await rejected).name, "AbortError");
    await server.clientGone(0);
    // The server is in this process too: what counts is that it does not grow with what was sent.
    assertLess(growth, 80 * MIB);
  });

  Deno.test(`stream() of ${id} stops at once when it is aborted while one byte a second comes`, async () => {
    await using server = startEndless("x", { before: first, intervalMs: 1000 });
    const controller = new AbortController();
    const tokens: string[] = [];
    const request = requestFor({
      signal: controller.signal,
      onToken: (token) => tokens.push(token),
    });
    const answer = stream(configFor(id, { baseUrl: server.base }), request);
    const rejected = assertRejects(() => answer, Error);
    await until(() => server.sentBytes() > 0, "the first byte");
    controller.abort();
    assertStrictEquals((await rejected).name, "AbortError");
    await server.clientGone(0);
    assertEquals(tokens, ["a"]);
  });

  Deno.test(`stream() of ${id} hands on a token of 10 MB whole`, async () => {
    const big = "y".repeat(10_000_000);
    const server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      () => new Response(answerChunks(id, [big]).join("")),
    );
    const tokens: string[] = [];
    const config = configFor(id, { baseUrl: `http://127.0.0.1:${server.addr.port}` });
    await stream(config, requestFor({ onToken: (token) => tokens.push(token) }));
    await server.shutdown();
    assertStrictEquals(tokens.length, 1);
    assert(tokens[0] === big);
  });

  Deno.test(`stream() of ${id} survives JSON that is nested 100,000 deep`, async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const line = id === "local-a"
      ? `${deep}\n{"message":${deep}}\n`
      : `data: {"choices":${deep}}\n\n`;
    const server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      () => new Response(line + first + end),
    );
    const tokens: string[] = [];
    const config = configFor(id, { baseUrl: `http://127.0.0.1:${server.addr.port}` });
    await stream(config, requestFor({ onToken: (token) => tokens.push(token) }));
    await server.shutdown();
    assertEquals(tokens, ["a"]);
  });
}
