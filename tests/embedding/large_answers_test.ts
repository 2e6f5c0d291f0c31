// Copyright 2026 the Rivulet authors. MIT license.

// Answers that take long to read: they hold up nobody, and none comes after its time.

import { assert, assertEquals, assertLess, assertStrictEquals } from "@std/assert";
import { afterProbe, makeClient, makeOpenAIClient } from "../support/embedding_server.ts";
import { failureOf } from "../support/failure.ts";
import { stubServer } from "../support/stub_server.ts";

const MIB = 1024 * 1024;

/** A text again and again, up to 15.9 MB. */
function filled(text: string): string {
  return text.repeat(15.9e6 / text.length);
}

const BESIDE: [what: string, fields: string][] = [
  ["objects", `"x":[${filled("{},")}{}]`],
  ["arrays", `"x":[${filled("[],")}[]]`],
  ["texts", `"x":[${filled('"",')}""]`],
  ["numbers", `"x":[${filled("0,")}0]`],
  ["numbers that are none", `"x":[${filled("NaN,")}0]`],
  ["words of errors", `"errors":[${filled('{"detail":"a"},')}0]`],
];

for (const [what, fields] of BESIDE) {
  Deno.test(`embedBatch() gives up an answer of 15.9 MB of ${what} besides its vectors`, async () => {
    for (
      const [make, vectors] of [[makeClient, '"embeddings":[[1]]'], [
        makeOpenAIClient,
        '"data":[{"embedding":[1]}]',
      ]] as const
    ) {
      using _server = stubServer(afterProbe(() => new Response(`{${vectors},${fields}}`)));
      const { reason, code } = await failureOf(() => make().embedBatch(["a"]));
      const expected = "the answer holds more than 131136 values besides its vectors";
      assertEquals([reason, code], [expected, "format"]);
    }
  });
}

Deno.test("embedBatch() takes 2,048 vectors of OpenAI's form with much beside each", async () => {
  const beside = {
    tokens: [1, 2, 3, 4, 5, 6],
    meta: { text: "x".repeat(1000), parts: ["a", "b"] },
  };
  const data = Array.from(
    { length: 2048 },
    (_, index) => ({ index, embedding: [index], ...beside }),
  );
  using _server = stubServer(() => Response.json({ data }));
  const vectors = await makeOpenAIClient().embedBatch(data.map(() => "a"));
  assertEquals(vectors.map(([number]) => number), data.map(({ index }) => index));
});

Deno.test("embedBatch() lets timers have their turn in an answer that comes in one piece", async () => {
  const vectors = Array.from({ length: 1500 }, () => `[${"-0.0123456789,".repeat(767)}1]`);
  const body = new TextEncoder().encode(`{"embeddings":[${vectors}]}`);
  // A stream without bytes of its own hands on its chunks as they are.
  const inOnePiece = () =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(body);
        controller.close();
      },
    });
  using _server = stubServer(afterProbe(() => new Response(inOnePiece())));
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const read = await makeClient().embedBatch(vectors.map(() => "a"));
  clearInterval(timer);
  assertStrictEquals(read.length, 1500);
  assertLess(10, turns);
});

Deno.test("embedBatch() is late if only the last step takes too long", async () => {
  using _server = stubServer(afterProbe(() => new Response('{"embeddings":[[1]]}')));
  const { parse } = JSON;
  const { now } = performance;
  let later = 0;
  performance.now = () => now.call(performance) + later;
  // The outline of the answer is parsed last.
  JSON.parse = (text, ...rest) => {
    if (text.includes('"embeddings"')) later = 60_001;
    return parse(text, ...rest);
  };
  try {
    assertStrictEquals((await failureOf(() => makeClient().embedBatch(["a"]))).code, "timeout");
  } finally {
    JSON.parse = parse;
    performance.now = now;
  }
});

Deno.test("embedBatch() can be aborted in the middle of an answer that comes in one piece", async () => {
  const controller = new AbortController();
  const vectors = Array.from({ length: 64 }, () => `[${"0.123456789,".repeat(9000)}1]`);
  const body = `{"embeddings":[${vectors}]}`;
  assertLess(4 * MIB, body.length);
  const response = { ok: true, status: 200, text: () => Promise.resolve(body) };
  using _server = stubServer(afterProbe(() => response as unknown as Response));
  const embedding = makeClient().embedBatch(vectors.map(() => "a"), { signal: controller.signal });
  setTimeout(() => controller.abort(), 0);
  assert(await embedding.catch((error) => error) === controller.signal.reason);
});
