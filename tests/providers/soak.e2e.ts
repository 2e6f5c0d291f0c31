// Copyright 2026 the Rivulet authors. MIT license.

// Many streams on one signal, one after another and at once.

import { assertEquals, assertLess, assertRejects, assertStrictEquals } from "@std/assert";
import { getProviderById } from "@rivulet/llm";
import { answerChunks, configFor, requestFor } from "../support/ask.ts";
import { CountedController } from "../support/counted_controller.ts";
import { until } from "../support/until.ts";

const MIB = 1024 * 1024;

/** Answers whole, or with one token and then silence where the question asks for it. */
function startServer() {
  let open = 0;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const isSilent = (await request.text()).includes("silence");
    const text = new TextEncoder().encode(
      answerChunks("local-b", ["a", "b"]).slice(0, isSilent ? 1 : 3).join(""),
    );
    open++;
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(text);
        if (!isSilent) {
          controller.close();
          open--;
        }
      },
      cancel: () => void open--,
    });
    return new Response(body);
  });
  return {
    base: `http://127.0.0.1:${server.addr.port}`,
    openAnswers: () => open,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

const { stream, tokens } = getProviderById("local-b");

Deno.test("stream() answers 2,000 times on one signal without growing", async () => {
  await using server = startServer();
  const controller = new CountedController();
  const config = configFor("local-b", { baseUrl: server.base });
  let count = 0;
  const request = requestFor({ signal: controller.signal, onToken: () => count++ });
  for (let index = 0; index < 500; index++) await stream(config, request);
  const before = Deno.memoryUsage().heapUsed;
  for (let index = 0; index < 1500; index++) {
    if (index % 10 === 0) {
      for await (const _ of tokens(config, { prompt: "silence", signal: controller.signal })) {
        break;
      }
    } else await stream(config, request);
  }
  assertStrictEquals(count, 2 * (2000 - 150));
  assertStrictEquals(controller.listeners, 0);
  assertLess(Deno.memoryUsage().heapUsed - before, 30 * MIB);
  await until(() => server.openAnswers() === 0, "every answer to be closed");
});

Deno.test("stream() answers 500 times at once, and one abort stops those that are silent", async () => {
  await using server = startServer();
  const config = configFor("local-b", { baseUrl: server.base });
  const controller = new CountedController();
  let silent = 0;
  const results = Array.from({ length: 500 }, (_, index) => {
    const isSilent = index % 2 === 0;
    const seen: string[] = [];
    const request = requestFor({
      prompt: isSilent ? "silence" : "Q",
      signal: controller.signal,
      onToken(token) {
        seen.push(token);
        if (isSilent && ++silent === 250) controller.abort();
      },
    });
    return { isSilent, seen, answer: stream(config, request) };
  });
  for (const { isSilent, seen, answer } of results) {
    if (isSilent) assertStrictEquals((await assertRejects(() => answer, Error)).name, "AbortError");
    // One that was about to end may be aborted too.
    else {await answer.then(() =>
        assertEquals(seen, ["a", "b"]), ({ name }) =>
        assertStrictEquals(name, "AbortError"));}
  }
  assertStrictEquals(controller.listeners, 0);
  await until(() => server.openAnswers() === 0, "every answer to be closed");
});
