// Copyright 2026 the Rivulet authors. MIT license.

// Many embeddings on one signal, one after another and at once.

import { assertEquals, assertLess, assertRejects, assertStrictEquals } from "@std/assert";
import { CountedController } from "../support/counted_controller.ts";
import {
  afterProbe,
  answerLikeOllama,
  endlessBody,
  makeClient,
  startServer,
  vectorsOf,
} from "../support/embedding_server.ts";

const MIB = 1024 * 1024;

Deno.test("embedBatch() embeds 2,000 times on one signal without growing", async () => {
  await using server = startServer((request) => answerLikeOllama(request));
  const client = makeClient(server.baseUrl);
  const controller = new CountedController();
  const embed = async (times: number) => {
    for (let index = 0; index < times; index++) {
      const texts = ["a", `text ${index}`];
      const vectors = await client.embedBatch(texts, { signal: controller.signal });
      assertEquals(vectors, vectorsOf(texts));
      server.requests.length = 0; // what the server remembers is not what is measured
    }
  };
  await embed(500);
  const before = Deno.memoryUsage().heapUsed;
  await embed(1500);
  assertStrictEquals(controller.listeners, 0);
  assertLess(Deno.memoryUsage().heapUsed - before, 30 * MIB);
});

Deno.test("embedBatch() embeds 500 times at once, and one abort stops those that wait", async () => {
  const bodies: Promise<void>[] = [];
  let markAllAsked = () => {};
  const allAsked = new Promise<void>((resolve) => markAllAsked = resolve);
  await using server = startServer(afterProbe((request) => {
    if (request.body.input![0] !== "wait") return answerLikeOllama(request);
    const { stream, cancelled } = endlessBody('{"embeddings":[[1,');
    if (bodies.push(cancelled) === 250) markAllAsked();
    return new Response(stream);
  }));
  const client = makeClient(server.baseUrl);
  const controller = new CountedController();
  const { signal } = controller;
  const waiting: Promise<Error>[] = [];
  const ready: Promise<Float32Array[]>[] = [];
  for (let index = 0; index < 250; index++) {
    const stuck = client.embedBatch(["wait"], { signal });
    waiting.push(assertRejects(() => stuck, Error));
    ready.push(client.embedBatch([`${index}`], { signal }));
  }
  assertEquals(
    await Promise.all(ready),
    Array.from({ length: 250 }, (_, index) => vectorsOf([`${index}`])),
  );
  await allAsked;
  controller.abort();
  for (const { name } of await Promise.all(waiting)) assertStrictEquals(name, "AbortError");
  assertStrictEquals(controller.listeners, 0);
  await Promise.all(bodies);
});
