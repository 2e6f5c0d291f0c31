// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import {
  answerLikeOldOllama,
  answerLikeOllama,
  firstly,
  isProbe,
  makeClient,
  vectorsOf,
} from "../support/embedding_server.ts";
import { failureOf } from "../support/failure.ts";
import { openResponse } from "../support/stub_response.ts";
import { type Handler, type SeenRequest, silence, stubServer } from "../support/stub_server.ts";

function paths(requests: SeenRequest[]): string[] {
  return requests.map((request) => request.path + (isProbe(request) ? " probe" : ""));
}

/** Answers the probe in one way and whatever else in another. */
function probedBy(probe: Handler, rest: Handler = answerLikeOllama): Handler {
  return (request) => isProbe(request) ? probe(request) : rest(request);
}

const missing: Handler = () => new Response(null, { status: 404 });

Deno.test("OllamaEmbeddingClient keeps the kind of the endpoint for later calls", async () => {
  using server = stubServer(answerLikeOllama);
  const client = makeClient();
  await client.embedBatch(["a"]);
  await client.embedBatch(["b"]);
  await client.probeRuntime();
  const embeds = ["/api/embed probe", "/api/embed", "/api/embed"];
  assertEquals(paths(server.requests), [...embeds, "/api/tags"]);
});

for (const status of [404, 405]) {
  Deno.test(`OllamaEmbeddingClient takes ${status} for the single endpoint`, async () => {
    const probe = () => new Response(null, { status });
    using server = stubServer(probedBy(probe, answerLikeOldOllama));
    const client = makeClient();
    await client.embedBatch(["a"]);
    await client.embedBatch(["b"]);
    const single = ["/api/embeddings", "/api/embeddings"];
    assertEquals(paths(server.requests), ["/api/embed probe", ...single]);
  });
}

const NO_ANSWERS: [what: string, answer: Handler, code: string, status?: number][] = [
  ...[201, 204, 400, 401, 403, 410, 500, 501].map((status): typeof NO_ANSWERS[number] => [
    `${status}`,
    () => new Response(null, { status }),
    "http",
    status,
  ]),
  ["a redirect", () => Response.redirect("http://localhost/", 301), "http", 301],
  ["a network failure", () => Promise.reject(new TypeError("refused")), "network"],
];

for (const [what, answer, code, status] of NO_ANSWERS) {
  Deno.test(`OllamaEmbeddingClient leaves the endpoint undetected after ${what}`, async () => {
    using server = stubServer(firstly(answer));
    const client = makeClient();
    const error = await failureOf(() => client.embedBatch(["a"]));
    assertEquals([error.code, error.status], [code, status]);
    assertEquals(await client.embedBatch(["a"]), vectorsOf(["a"]));
    assertEquals(paths(server.requests), ["/api/embed probe", "/api/embed probe", "/api/embed"]);
  });
}

Deno.test("OllamaEmbeddingClient judges the probe by its status and cancels its body", async () => {
  const { response, cancelled } = openResponse();
  using _server = stubServer(probedBy(() => response));
  assertEquals(await makeClient().embedBatch(["a"]), vectorsOf(["a"]));
  await cancelled;
});

Deno.test("OllamaEmbeddingClient does not mind a body of the probe that cannot be cancelled", async () => {
  const cancel = () => Promise.reject(new TypeError("broken"));
  using _server = stubServer(probedBy(() => new Response(new ReadableStream({ cancel }))));
  assertEquals(await makeClient().embedBatch(["a"]), vectorsOf(["a"]));
});

Deno.test("OllamaEmbeddingClient shares one probe among parallel first calls", async () => {
  using server = stubServer(answerLikeOllama);
  const client = makeClient();
  const embeds = ["a", "b"].map((text) => client.embedBatch([text]));
  const [{ endpoint }, ...vectors] = await Promise.all([client.probeRuntime(), ...embeds]);
  assertEquals([endpoint, ...vectors], ["embed", vectorsOf(["a"]), vectorsOf(["b"])]);
  assertStrictEquals(server.requests.filter(isProbe).length, 1);
});

Deno.test("OllamaEmbeddingClient tells all calls of a failed probe, and forgets it", async () => {
  using _server = stubServer(firstly(() => new Response(null, { status: 500 })));
  const client = makeClient();
  const retried = client.embedBatch(["a"]).catch(() => client.embedBatch(["a"]));
  assertStrictEquals((await failureOf(() => client.embedBatch(["b"]))).status, 500);
  assertEquals(await retried, vectorsOf(["a"]));
});

Deno.test("OllamaEmbeddingClient lets one call leave a shared probe without harm to others", async () => {
  const answer = Promise.withResolvers<Response>();
  using server = stubServer(probedBy(() => answer.promise));
  const client = makeClient();
  const controller = new AbortController();
  const leaves = client.embedBatch(["a"], { signal: controller.signal });
  const stays = client.embedBatch(["b"]);
  controller.abort();
  assertStrictEquals(await assertRejects(() => leaves, Error), controller.signal.reason);
  assertStrictEquals(server.requests[0]?.signal.aborted, false);
  answer.resolve(new Response());
  assertEquals(await stays, vectorsOf(["b"]));
  assertEquals(paths(server.requests), ["/api/embed probe", "/api/embed"]);
});

Deno.test("OllamaEmbeddingClient aborts the probe when the last call leaves, and probes anew", async () => {
  using server = stubServer(firstly(silence));
  const client = makeClient();
  const controller = new AbortController();
  const { signal } = controller;
  const calls = ["a", "b"].map((text) => client.embedBatch([text], { signal }));
  controller.abort();
  for (const { status } of await Promise.allSettled(calls)) assertStrictEquals(status, "rejected");
  assertStrictEquals(server.requests[0]?.signal.aborted, true);
  assertEquals(await client.embedBatch(["c"]), vectorsOf(["c"]));
});

Deno.test("OllamaEmbeddingClient forgets the kind where both endpoints answer 404", async () => {
  const reason = 'model "m" not found, try pulling it first';
  let pulled = false;
  using server = stubServer((request) =>
    pulled ? answerLikeOllama(request) : Response.json({ error: reason }, { status: 404 })
  );
  const client = makeClient();
  const { message } = await failureOf(() => client.embedBatch(["a"]));
  assertStrictEquals(message, `Local server /api/embeddings failed: ${reason}`);
  pulled = true;
  assertEquals(await client.embedBatch(["a"]), vectorsOf(["a"]));
  const anew = ["/api/embed probe", "/api/embed"];
  assertEquals(paths(server.requests), ["/api/embed probe", "/api/embeddings", ...anew]);
});

Deno.test("OllamaEmbeddingClient keeps what was found since a call that fails with 404", async () => {
  const late = Promise.withResolvers<Response>();
  let pulled = false;
  using server = stubServer((request) => {
    if (pulled) return answerLikeOllama(request);
    return request.body.prompt === "late" ? late.promise : missing(request);
  });
  const client = makeClient();
  const fails = failureOf(() => client.embedBatch(["late"]));
  await failureOf(() => client.embedBatch(["a"]));
  pulled = true;
  await client.embedBatch(["a"]);
  late.resolve(new Response(null, { status: 404 }));
  await fails;
  await client.embedBatch(["b"]);
  assertEquals(paths(server.requests).slice(-2), ["/api/embed", "/api/embed"]);
});

const KEPT: [what: string, status: number, kind: Handler, path: string][] = [
  ["the single endpoint after another failure of it", 500, answerLikeOldOllama, "/api/embeddings"],
  ["the batch endpoint after a 404 of it", 404, answerLikeOllama, "/api/embed"],
];

for (const [what, status, kind, path] of KEPT) {
  Deno.test(`OllamaEmbeddingClient keeps ${what}`, async () => {
    using server = stubServer(
      probedBy(kind, firstly(() => new Response(null, { status }), kind)),
    );
    const client = makeClient();
    assertStrictEquals((await failureOf(() => client.embedBatch(["a"]))).status, status);
    assertEquals(await client.embedBatch(["a"]), vectorsOf(["a"]));
    assertEquals(paths(server.requests), ["/api/embed probe", path, path]);
  });
}
