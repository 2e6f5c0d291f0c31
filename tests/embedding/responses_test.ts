// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import { type FetchFunction, OllamaEmbeddingClient } from "@rivulet/llm/embedding";
import { without } from "../support/without.ts";

const BASE_URL = "http://localhost:11434";

function clientOf(fetch: FetchFunction): OllamaEmbeddingClient {
  return new OllamaEmbeddingClient({ baseUrl: BASE_URL, model: "m", timeoutMs: 1000, fetch });
}

/** One vector for each text that is asked for. */
function vectorsFor(body: string | undefined): string {
  const { input } = JSON.parse(body!);
  return JSON.stringify({ embeddings: input.map(() => [3, 4]) });
}

function answer(_url: string, { body }: { body?: string }): Promise<Response> {
  return Promise.resolve(new Response(vectorsFor(body)));
}

const expected = [Float32Array.of(3, 4), Float32Array.of(3, 4)];

Deno.test("OllamaEmbeddingClient sends its requests with the function that it is given", async () => {
  const urls: string[] = [];
  const client = clientOf((url, init) => {
    urls.push(url);
    return answer(url, init);
  });
  assertEquals(await client.embedBatch(["a", "b"]), expected);
  assertEquals(urls, [`${BASE_URL}/api/embed`, `${BASE_URL}/api/embed`]);
});

Deno.test("OllamaEmbeddingClient refuses a fetch that is no function", () => {
  const fetch = "fetch" as unknown as FetchFunction;
  assertThrows(() => clientOf(fetch), TypeError, "Set fetch to a function, got string");
});

Deno.test("embedBatch() reads a response that a wrapper has cloned, and the clone stays whole", async () => {
  const clones: Response[] = [];
  const client = clientOf(async (url, init) => {
    const response = await answer(url, init);
    clones.push(response.clone());
    return response;
  });
  assertEquals(await client.embedBatch(["a", "b"]), expected);
  assertEquals(JSON.parse(await clones[1]!.text()).embeddings.length, 2);
  await clones[0]!.text();
});

Deno.test("embedBatch() reads the body to its end, so that the connection serves the next call", async () => {
  const seen: { ended: boolean; signal: AbortSignal }[] = [];
  const client = clientOf((_url, { body, signal }) => {
    const entry = { ended: false, signal };
    seen.push(entry);
    const pieces = [vectorsFor(body), "\n"].map((text) => new TextEncoder().encode(text));
    return Promise.resolve(
      new Response(
        new ReadableStream<Uint8Array<ArrayBuffer>>({
          pull(controller) {
            const piece = pieces.shift();
            if (piece !== undefined) return controller.enqueue(piece);
            entry.ended = true;
            controller.close();
          },
        }, { highWaterMark: 0 }),
      ),
    );
  });
  await client.embedBatch(["a"]);
  assertEquals(seen.map(({ ended, signal }) => [ended, signal.aborted]), [[true, false], [
    true,
    false,
  ]]);
});

Deno.test("embedBatch() reads a body that is iterable, and a response with a text and no body", async () => {
  const iterable = clientOf((_url, { body }) => {
    const bytes = new TextEncoder().encode(vectorsFor(body));
    async function* chunks() {
      yield* [bytes.slice(0, 5), bytes.slice(5)];
    }
    return Promise.resolve({ ok: true, status: 200, body: chunks() });
  });
  assertEquals(await iterable.embedBatch(["a", "b"]), expected);
  const textOnly = clientOf((_url, { body }) =>
    Promise.resolve({ ok: true, status: 200, text: () => Promise.resolve(vectorsFor(body)) })
  );
  assertEquals(await textOnly.embedBatch(["a", "b"]), expected);
});

Deno.test("probeRuntime() rejects at once when it is aborted, and aborts its request", async () => {
  const controller = new AbortController();
  const asked = Promise.withResolvers<AbortSignal>();
  const client = clientOf((_url, { signal }) => {
    asked.resolve(signal);
    return new Promise<never>(() => {});
  });
  const rejected = assertRejects(() => client.probeRuntime({ signal: controller.signal }), Error);
  const signal = await asked.promise;
  controller.abort();
  assertStrictEquals(await rejected, controller.signal.reason);
  assert(signal.aborted);
});

// As it is in Safari before version 27.
Deno.test("embedMany() takes a ReadableStream where streams cannot be iterated over", async () => {
  using _ = without(ReadableStream.prototype, Symbol.asyncIterator);
  let cancelled = false;
  const source = new ReadableStream<string>({
    pull: (controller) => controller.enqueue("a"),
    cancel: () => void (cancelled = true),
  }, { highWaterMark: 0 });
  let count = 0;
  for await (const vectors of clientOf(answer).embedMany(source, { batchSize: 2 })) {
    count += vectors.length;
    if (count === 4) break;
  }
  assertEquals([count, cancelled, source.locked], [4, true, false]);
});

Deno.test("embedMany() lets go of a silent stream at once when the loop is left", async () => {
  using _ = without(ReadableStream.prototype, Symbol.asyncIterator);
  let cancelled = false;
  const source = new ReadableStream<string>({
    start: (controller) => controller.enqueue("a"),
    cancel: () => void (cancelled = true),
  });
  for await (const _vectors of clientOf(answer).embedMany(source, { batchSize: 1 })) break;
  assertEquals([cancelled, source.locked], [true, false]);
});
