// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertRejects } from "@std/assert";
import { EmbeddingError } from "@rivulet/llm/embedding";
import {
  answerLikeOldOllama,
  answerLikeOllama,
  isProbe,
  makeClient,
  stubServer,
  vectorsOf,
} from "../support/embedding_server.ts";
import type { SeenRequest } from "../support/embedding_server.ts";

function paths(requests: SeenRequest[]): string[] {
  return requests.map((request) => request.path + (isProbe(request) ? " probe" : ""));
}

Deno.test("OllamaEmbeddingClient keeps the kind of the endpoint for later calls", async () => {
  using server = stubServer(answerLikeOllama);
  const client = makeClient();
  await client.embedBatch(["a"]);
  await client.embedBatch(["b"]);
  await client.probeRuntime();
  assertEquals(paths(server.requests), [
    "/api/embed probe",
    "/api/embed",
    "/api/embed",
    "/api/tags",
  ]);
});

for (const status of [404, 405]) {
  Deno.test(`OllamaEmbeddingClient takes ${status} for the single endpoint`, async () => {
    using server = stubServer((request) =>
      isProbe(request) ? new Response(null, { status }) : answerLikeOldOllama(request)
    );
    const client = makeClient();
    await client.embedBatch(["a"]);
    await client.embedBatch(["b"]);
    assertEquals(paths(server.requests), [
      "/api/embed probe",
      "/api/embeddings",
      "/api/embeddings",
    ]);
  });
}

const NO_ANSWERS: [status: number, location?: string][] = [
  [201],
  [204],
  [301, "http://localhost/"],
  [400],
  [401],
  [403],
  [410],
  [500],
  [501],
];

for (const [status, location] of NO_ANSWERS) {
  Deno.test(`OllamaEmbeddingClient leaves the endpoint undetected after ${status}`, async () => {
    let probes = 0;
    using server = stubServer((request) => {
      if (isProbe(request) && ++probes === 1) {
        return new Response(null, { status, headers: location ? { location } : {} });
      }
      return answerLikeOllama(request);
    });
    const client = makeClient();
    const error = await assertRejects(() => client.embedBatch(["a"]), EmbeddingError);
    assertEquals([error.code, error.status], ["http", status]);
    assertEquals(await client.embedBatch(["a"]), vectorsOf(["a"]));
    assertEquals(paths(server.requests), ["/api/embed probe", "/api/embed probe", "/api/embed"]);
  });
}

Deno.test("OllamaEmbeddingClient leaves the endpoint undetected after a network failure", async () => {
  let probes = 0;
  using _server = stubServer((request) => {
    if (++probes === 1) throw new TypeError("connection refused");
    return answerLikeOllama(request);
  });
  const client = makeClient();
  await assertRejects(() => client.embedBatch(["a"]), EmbeddingError, "connection refused");
  assertEquals(await client.embedBatch(["a"]), vectorsOf(["a"]));
});

Deno.test("OllamaEmbeddingClient judges the probe by its status and cancels its body", async () => {
  let cancelled = 0;
  using _server = stubServer((request) => {
    if (!isProbe(request)) return answerLikeOllama(request);
    return new Response(new ReadableStream({ cancel: () => void cancelled++ }));
  });
  assertEquals(await makeClient().embedBatch(["a"]), vectorsOf(["a"]));
  assertEquals(cancelled, 1);
});

Deno.test("OllamaEmbeddingClient does not mind a body of the probe that cannot be cancelled", async () => {
  using _server = stubServer((request) => {
    if (!isProbe(request)) return answerLikeOllama(request);
    const cancel = () => Promise.reject(new TypeError("broken"));
    return new Response(new ReadableStream({ cancel }));
  });
  assertEquals(await makeClient().embedBatch(["a"]), vectorsOf(["a"]));
});

Deno.test("OllamaEmbeddingClient shares one probe among parallel first calls", async () => {
  using server = stubServer(answerLikeOllama);
  const client = makeClient();
  const [a, b, runtime] = await Promise.all([
    client.embedBatch(["a"]),
    client.embedBatch(["b"]),
    client.probeRuntime(),
  ]);
  assertEquals([a, b, runtime.endpoint], [vectorsOf(["a"]), vectorsOf(["b"]), "embed"]);
  assertEquals(server.requests.filter(isProbe).length, 1);
});

Deno.test("OllamaEmbeddingClient tells all calls of a failed probe, and forgets it", async () => {
  let probes = 0;
  using _server = stubServer((request) =>
    ++probes === 1 ? new Response(null, { status: 500 }) : answerLikeOllama(request)
  );
  const client = makeClient();
  const retried = client.embedBatch(["a"]).catch(() => client.embedBatch(["a"]));
  await assertRejects(() => client.embedBatch(["b"]), EmbeddingError, "500");
  assertEquals(await retried, vectorsOf(["a"]));
});

Deno.test("OllamaEmbeddingClient lets one call leave a shared probe without harm to others", async () => {
  const answer = Promise.withResolvers<Response>();
  using server = stubServer((request) =>
    isProbe(request) ? answer.promise : answerLikeOllama(request)
  );
  const client = makeClient();
  const controller = new AbortController();
  const leaves = client.embedBatch(["a"], { signal: controller.signal });
  const stays = client.embedBatch(["b"]);
  controller.abort();
  const error = await assertRejects(() => leaves, Error);
  assertEquals(error.name, "AbortError");
  assertEquals(server.requests[0]?.signal.aborted, false);
  answer.resolve(new Response());
  assertEquals(await stays, vectorsOf(["b"]));
  assertEquals(paths(server.requests), ["/api/embed probe", "/api/embed"]);
});

Deno.test("OllamaEmbeddingClient aborts the probe when the last call leaves, and probes anew", async () => {
  let probes = 0;
  using server = stubServer((request) =>
    ++probes === 1 ? new Promise(() => {}) : answerLikeOllama(request)
  );
  const client = makeClient();
  const controller = new AbortController();
  const { signal } = controller;
  const calls = [client.embedBatch(["a"], { signal }), client.embedBatch(["b"], { signal })];
  controller.abort();
  const results = await Promise.allSettled(calls);
  assertEquals(results.map(({ status }) => status), ["rejected", "rejected"]);
  assertEquals(server.requests[0]?.signal.aborted, true);
  assertEquals(await client.embedBatch(["c"]), vectorsOf(["c"]));
});

Deno.test("OllamaEmbeddingClient forgets the kind where both endpoints answer 404", async () => {
  let pulled = false;
  using server = stubServer((request) =>
    pulled
      ? answerLikeOllama(request)
      : Response.json({ error: 'model "m" not found, try pulling it first' }, { status: 404 })
  );
  const client = makeClient();
  const error = await assertRejects(() => client.embedBatch(["a"]), EmbeddingError);
  assertEquals(
    error.message,
    'Local server /api/embeddings failed: model "m" not found, try pulling it first',
  );
  pulled = true;
  assertEquals(await client.embedBatch(["a"]), vectorsOf(["a"]));
  assertEquals(paths(server.requests), [
    "/api/embed probe",
    "/api/embeddings",
    "/api/embed probe",
    "/api/embed",
  ]);
});

Deno.test("OllamaEmbeddingClient keeps what was found since a call that fails with 404", async () => {
  const missing = () => new Response(null, { status: 404 });
  const late = Promise.withResolvers<Response>();
  let pulled = false;
  using server = stubServer((request) => {
    if (pulled) return answerLikeOllama(request);
    return request.body.prompt === "late" ? late.promise : missing();
  });
  const client = makeClient();
  const fails = assertRejects(() => client.embedBatch(["late"]), EmbeddingError, "404");
  await assertRejects(() => client.embedBatch(["a"]), EmbeddingError, "404");
  pulled = true;
  await client.embedBatch(["a"]);
  late.resolve(missing());
  await fails;
  await client.embedBatch(["b"]);
  assertEquals(paths(server.requests).slice(-2), ["/api/embed", "/api/embed"]);
});

Deno.test("OllamaEmbeddingClient keeps the single endpoint after another failure of it", async () => {
  let fails = true;
  using server = stubServer((request) => {
    if (!fails || isProbe(request)) return answerLikeOldOllama(request);
    fails = false;
    return new Response(null, { status: 500 });
  });
  const client = makeClient();
  await assertRejects(() => client.embedBatch(["a"]), EmbeddingError, "500");
  assertEquals(await client.embedBatch(["a"]), vectorsOf(["a"]));
  assertEquals(server.requests.filter(isProbe).length, 1);
});

Deno.test("OllamaEmbeddingClient keeps the batch endpoint after a 404 of it", async () => {
  let fails = true;
  using server = stubServer((request) => {
    if (!fails || isProbe(request)) return answerLikeOllama(request);
    fails = false;
    return new Response(null, { status: 404 });
  });
  const client = makeClient();
  await assertRejects(() => client.embedBatch(["a"]), EmbeddingError, "404");
  await client.embedBatch(["a"]);
  assertEquals(paths(server.requests), ["/api/embed probe", "/api/embed", "/api/embed"]);
});
