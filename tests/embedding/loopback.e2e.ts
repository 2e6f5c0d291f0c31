// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertLess, assertRejects } from "@std/assert";
import { EmbeddingError } from "@rivulet/llm/embedding";
import {
  afterProbe,
  answerLikeOldOllama,
  answerLikeOllama,
  endlessBody,
  isProbe,
  makeClient,
  rawAnswer,
  startRawServer,
  startServer,
  vectorsOf,
} from "../support/embedding_server.ts";

const PROBE_ANSWER = rawAnswer("{}");

async function errorOf(run: () => PromiseLike<unknown>): Promise<EmbeddingError> {
  return await assertRejects(run, EmbeddingError);
}

for (const [name, handler] of [["new", answerLikeOllama], ["old", answerLikeOldOllama]] as const) {
  Deno.test(`OllamaEmbeddingClient embeds on a server of the ${name} kind`, async () => {
    await using server = startServer((request) => handler(request));
    const client = makeClient(server.baseUrl);
    const texts = ["a", "bb", "🦙"];
    assertEquals(await client.embedBatch(texts), vectorsOf(texts));
    assertEquals(await client.probeRuntime(), {
      baseUrl: server.baseUrl,
      model: "m",
      endpoint: name === "new" ? "embed" : "embeddings",
      availableModels: ["m:latest"],
    });
  });
}

Deno.test("OllamaEmbeddingClient sends no credentials", async () => {
  await using server = startServer((request) => answerLikeOllama(request));
  const client = makeClient(server.baseUrl);
  await client.healthCheck();
  await client.embedBatch(["a"]);
  const names = new Set(server.requests.flatMap(({ headers }) => Object.keys(headers)));
  assertEquals(names.has("authorization") || names.has("cookie"), false);
});

Deno.test("embedBatch() reads 1,024 vectors of 1,024 numbers", async () => {
  const vectors = Array.from(
    { length: 1024 },
    (_, row) =>
      Array.from({ length: 1024 }, (_, column) => Math.fround(Math.sin(row + column * 1024))),
  );
  await using server = startServer(afterProbe(() => Response.json({ embeddings: vectors })));
  const texts = vectors.map((_, row) => `${row}`);
  const embedded = await makeClient(server.baseUrl).embedBatch(texts);
  assertEquals(embedded, vectors.map((vector) => Float32Array.from(vector)));
});

const BODIES: [name: string, body: string, message: string][] = [
  [
    "too few vectors",
    '{"embeddings":[[1]]}',
    "Local server /api/embed failed: the answer holds 1 vectors for 2 texts",
  ],
  [
    "too many vectors",
    '{"embeddings":[[1],[2],[3]]}',
    "Local server /api/embed failed: the answer holds 3 vectors for 2 texts",
  ],
  ["null as a vector", '{"embeddings":[[1],null]}', "invalid embedding vector format"],
  [
    "null in a vector",
    '{"embeddings":[[1],[null]]}',
    "embedding vector contains non-numeric values",
  ],
  ["1e999", '{"embeddings":[[1],[1e999]]}', "embedding vector contains non-numeric values"],
  ["1e39", '{"embeddings":[[1],[1e39]]}', "embedding vector contains non-numeric values"],
  ["an empty vector", '{"embeddings":[[1],[]]}', "embedding vector is empty"],
  [
    "a web page",
    "<!doctype html><h1>Hello</h1>",
    "Local server /api/embed failed: the answer is a web page, not JSON",
  ],
  ["nothing", "", "Local server /api/embed failed: the answer is empty"],
];

for (const [name, body, message] of BODIES) {
  Deno.test(`embedBatch() refuses an answer with ${name}`, async () => {
    await using server = startServer(afterProbe(() => new Response(body)));
    const error = await errorOf(() => makeClient(server.baseUrl).embedBatch(["a", "b"]));
    assertEquals([error.message, error.code], [message, "format"]);
  });
}

const BODY = '{"model":"m","embeddings":[[1,-2],[0.5,3e-7]],"total_duration":1}';

Deno.test("embedBatch() reads a body that is sent in two parts, wherever it is cut", async () => {
  let cut = 0;
  await using server = startServer(afterProbe(() => {
    const parts = [BODY.slice(0, cut), BODY.slice(cut)].values();
    const stream = new ReadableStream<Uint8Array>({
      async pull(controller) {
        // A turn of the event loop, so that the parts leave in separate writes.
        await new Promise((resolve) => setTimeout(resolve));
        const { done, value } = parts.next();
        if (done) controller.close();
        else controller.enqueue(new TextEncoder().encode(value));
      },
    });
    return new Response(stream);
  }));
  const client = makeClient(server.baseUrl);
  for (cut = 0; cut <= BODY.length; cut++) {
    const vectors = await client.embedBatch(["a", "b"]);
    assertEquals(vectors, [Float32Array.of(1, -2), Float32Array.of(0.5, 3e-7)], `cut at ${cut}`);
  }
});

Deno.test("embedBatch() refuses a body that ends too early, wherever that is", async () => {
  let end = 1;
  await using server = startServer(afterProbe(() => new Response(BODY.slice(0, end))));
  const client = makeClient(server.baseUrl);
  for (; end < BODY.length; end++) {
    const error = await errorOf(() => client.embedBatch(["a", "b"]));
    assertEquals(error.reason, "the answer is not complete JSON", `ends at ${end}`);
  }
});

Deno.test("embedBatch() rejects when the connection breaks in the middle of the body", async () => {
  await using server = startRawServer(PROBE_ANSWER, rawAnswer(BODY).slice(0, -20));
  const error = await errorOf(() => makeClient(server.baseUrl).embedBatch(["a", "b"]));
  assertEquals(error.code, "network");
  assert(error.message.startsWith("Local server /api/embed failed: "));
  assertEquals(error.message, `Local server /api/embed failed: ${error.reason}`);
});

Deno.test("embedBatch() rejects when the connection breaks before the headers", async () => {
  await using server = startRawServer(PROBE_ANSWER, "HTTP/1.1 200");
  const error = await errorOf(() => makeClient(server.baseUrl).embedBatch(["a"]));
  assertEquals(error.code, "network");
});

Deno.test("OllamaEmbeddingClient rejects where no server listens", async () => {
  const { baseUrl, ...server } = startServer(() => new Response());
  await server[Symbol.asyncDispose]();
  const error = await errorOf(() => makeClient(baseUrl).probeRuntime());
  assertEquals(error.code, "network");
  assert(error.message.startsWith("Local server health check failed: "));
});

for (const status of [301, 302, 303, 307, 308]) {
  Deno.test(`OllamaEmbeddingClient does not follow a redirect of status ${status}`, async () => {
    await using other = startServer((request) => answerLikeOllama(request));
    const headers = { Location: `${other.baseUrl}/api/tags` };
    await using server = startServer(() => new Response(null, { status, headers }));
    const error = await errorOf(() => makeClient(server.baseUrl).healthCheck());
    assertEquals(
      error.message,
      `Local server health check failed: the server redirects to "${headers.Location}"`,
    );
    assertEquals([error.code, error.status, other.requests], ["http", status, []]);
  });
}

const MISSING = { error: 'model "m" not found, try pulling it first' };

Deno.test("OllamaEmbeddingClient finds the batch endpoint after a missing model was pulled", async () => {
  let pulled = false;
  await using server = startServer((request) =>
    pulled ? answerLikeOllama(request) : Response.json(MISSING, { status: 404 })
  );
  const client = makeClient(server.baseUrl);
  const error = await errorOf(() => client.embedBatch(["a"]));
  assertEquals(error.message, `Local server /api/embeddings failed: ${MISSING.error}`);
  pulled = true;
  assertEquals((await client.probeRuntime()).endpoint, "embed");
});

Deno.test("OllamaEmbeddingClient shares one probe among parallel first calls", async () => {
  await using server = startServer((request) => answerLikeOllama(request));
  const client = makeClient(server.baseUrl);
  const texts = ["a", "bb", "ccc", "dddd"];
  const vectors = await Promise.all(texts.map((text) => client.embedBatch([text])));
  assertEquals(vectors.flat(), vectorsOf(texts));
  assertEquals(server.requests.filter(isProbe).length, 1);
});

Deno.test("OllamaEmbeddingClient times out on slow headers and closes the connection", async () => {
  await using server = startRawServer();
  const error = await errorOf(() => makeClient(server.baseUrl, 1000).embedBatch(["a"]));
  assertEquals(error.message, "Local server request timed out after 1000ms");
  await server.left;
});

Deno.test("OllamaEmbeddingClient times out on a slow body and closes the connection", async () => {
  const body = endlessBody('{"embeddings":[[1,');
  await using server = startServer(afterProbe(() => new Response(body.stream)));
  const error = await errorOf(() => makeClient(server.baseUrl, 1000).embedBatch(["a"]));
  assertEquals(error.message, "Local server request timed out after 1000ms");
  await body.cancelled;
});

Deno.test("embedBatch() closes the connection on an abort before the headers", async () => {
  await using server = startRawServer(PROBE_ANSWER);
  const controller = new AbortController();
  const vectors = makeClient(server.baseUrl).embedBatch(["a"], { signal: controller.signal });
  await server.asked;
  controller.abort();
  assertEquals((await assertRejects(() => vectors, Error)).name, "AbortError");
  await server.left;
});

Deno.test("embedBatch() closes the connection on an abort in the middle of the body", async () => {
  const body = endlessBody('{"embeddings":[[1,');
  await using server = startServer(afterProbe(() => new Response(body.stream)));
  const controller = new AbortController();
  const vectors = makeClient(server.baseUrl).embedBatch(["a"], { signal: controller.signal });
  await body.read;
  controller.abort();
  assertEquals((await assertRejects(() => vectors, Error)).name, "AbortError");
  await body.cancelled;
});

Deno.test("embedBatch() closes the connection of the probe when its only call leaves", async () => {
  await using server = startRawServer();
  const controller = new AbortController();
  const vectors = makeClient(server.baseUrl).embedBatch(["a"], { signal: controller.signal });
  await server.asked;
  controller.abort();
  assertEquals((await assertRejects(() => vectors, Error)).name, "AbortError");
  await server.left;
});

Deno.test("embedBatch() closes the connection of an answer that is no use", async () => {
  const body = endlessBody('{"embeddings":[[null],');
  await using server = startServer(afterProbe(() => new Response(body.stream)));
  const error = await errorOf(() => makeClient(server.baseUrl).embedBatch(["a", "b"]));
  assertEquals(error.message, "embedding vector contains non-numeric values");
  await body.cancelled;
});

Deno.test("embedMany() closes the connection ahead when it is left", async () => {
  await using server = startRawServer(PROBE_ANSWER, rawAnswer('{"embeddings":[[1]]}'));
  const client = makeClient(server.baseUrl);
  for await (const batch of client.embedMany(["a", "bb", "ccc"], { batchSize: 1 })) {
    assertEquals(batch, [Float32Array.of(1)]);
    await server.asked;
    break;
  }
  await server.left;
});

Deno.test("embedMany() embeds 100,000 texts in bounded memory", async () => {
  await using server = startServer((request) => answerLikeOllama(request));
  let taken = 0;
  function* texts(): Generator<string> {
    while (taken < 100_000) yield `${taken++} `.padEnd(1024, "text ");
  }
  let done = 0;
  let before = 0;
  for await (const vectors of makeClient(server.baseUrl).embedMany(texts(), { batchSize: 250 })) {
    done += vectors.length;
    server.requests.length = 0; // what the server remembers is not what is measured
    if (done === 10_000) before = Deno.memoryUsage().heapUsed;
    assertLess(taken - done, 501, "more than one batch ahead");
  }
  assertEquals(done, 100_000);
  // The texts alone are 88 MiB from there on.
  assertLess(Deno.memoryUsage().heapUsed - before, 44 * 2 ** 20);
});
