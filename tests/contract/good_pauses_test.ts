// Copyright 2026 the Rivulet authors. MIT license.

// Answers that are slow and good: an answer of a chat has no time limit, the others are in time.

import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { answerChunks, askProvider, httpProviderIds, methods } from "../support/ask.ts";
import { calls } from "../support/calls.ts";
import { afterProbe, BASE_URL, makeClient } from "../support/embedding_server.ts";
import { stubServer } from "../support/stub_server.ts";

const HOUR = 3_600_000;

/** A body whose pieces come one by one, each after so many milliseconds, and so does its end. */
function slowBody(time: FakeTime, pieces: [afterMs: number, text: string][]): ReadableStream {
  const encoder = new TextEncoder();
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      const [afterMs, text] = pieces[next++] ?? [0, ""];
      time.tick(afterMs);
      if (text === "") controller.close();
      else controller.enqueue(encoder.encode(text));
    },
  }, { highWaterMark: 0 });
}

for (const id of httpProviderIds) {
  for (const method of methods) {
    Deno.test(`${method}() of ${id} waits an hour for the answer, for each token and for the end`, async () => {
      using time = new FakeTime();
      const chunks = answerChunks(id, ["a", "b"]);
      const fetch = () => {
        time.tick(HOUR);
        const pieces = chunks.map((chunk): [number, string] => [HOUR, chunk]);
        return Promise.resolve(new Response(slowBody(time, pieces)));
      };
      const { error, tokens, finish } = await askProvider(id, { fetch }, { method });
      assertEquals([error, tokens, finish?.endedBy], [undefined, ["a", "b"], "marker"]);
    });
  }
}

for (const call of calls) {
  Deno.test(`${call.name} has the words of a refusal whose last piece comes within 2 s`, async () => {
    using time = new FakeTime();
    const body = () =>
      slowBody(time, [[600, '{"error":'], [600, '"the model '], [700, 'is busy"}']]);
    using _server = stubServer(call.serve(() => new Response(body(), { status: 503 })));
    const error = await assertRejects(() => call.run(), Error);
    assert("reason" in error);
    assertEquals(error.reason, "the model is busy");
  });
}

Deno.test("embedBatch() takes vectors that come 1 ms before the time-out", async () => {
  using time = new FakeTime();
  const pieces: [number, string][] = [[600, '{"embeddings":'], [399, "[[1]]}"]];
  using _server = stubServer(afterProbe(() => new Response(slowBody(time, pieces))));
  assertEquals(await makeClient(BASE_URL, 1000).embedBatch(["a"]), [Float32Array.of(1)]);
});
