// Copyright 2026 the Rivulet authors. MIT license.

// Answers to a client for embedding that are large or odd, and good.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { cutIntoPieces } from "../support/bytes.ts";
import { chunked } from "../support/chunked.ts";
import {
  afterProbe,
  answerLikeOllama,
  makeClient,
  vectorsOf,
} from "../support/embedding_server.ts";
import { stubServer } from "../support/stub_server.ts";

const MIB = 1024 * 1024;

/** The vector of one text on a server that answers so, in network chunks of 16 KiB. */
async function embed(body: string, init?: ResponseInit): Promise<Float32Array | undefined> {
  const pieces = cutIntoPieces(new TextEncoder().encode(body), 16 * 1024);
  using _server = stubServer(afterProbe(() => new Response(chunked(pieces), init)));
  const [vector] = await makeClient().embedBatch(["a"]);
  return vector;
}

Deno.test("embedBatch() takes 2,048 texts at once", async () => {
  using _server = stubServer(answerLikeOllama);
  const texts = Array.from({ length: 2048 }, (_, index) => `text ${index}`);
  assertEquals(await makeClient().embedBatch(texts), vectorsOf(texts));
});

Deno.test("embedBatch() takes 65,536 numbers of 20 digits, each on a line of its own", async () => {
  const numbers = Array.from({ length: 65_536 }, () => "\n        -0.012345678901234567");
  const vector = await embed(`{"embeddings":[[${numbers}]]}`);
  assertEquals([vector?.length, vector?.at(-1)], [65_536, Math.fround(-0.012345678901234567)]);
});

Deno.test("embedBatch() keeps the sign of a zero, and takes zeros, integers and exponents", async () => {
  const vector = await embed('{"embeddings":[[-0,0,7,-12,1E+2,-2.5e-03]]}');
  assert(Object.is(vector?.[0], -0));
  assertEquals(vector, Float32Array.of(-0, 0, 7, -12, 100, -0.0025));
});

Deno.test("embedBatch() takes a vector of zeros", async () => {
  assertEquals(await embed('{"embeddings":[[0,0.0,0]]}'), new Float32Array(3));
});

const BESIDE: [what: string, fields: string][] = [
  ["empty errors", '"error":null,"errors":[],"message":"","detail":null,"success":true,"code":0'],
  ["a warning", '"message":"the text was cut","warning":"deprecated"'],
  ["the vector of the older endpoint", '"embedding":[9]'],
  ["a text of 4 MiB", `"echo":"${"x".repeat(4 * MIB)}"`],
  ["markup", '"model":"<b>m</b>"'],
];

for (const [what, fields] of BESIDE) {
  Deno.test(`embedBatch() takes a vector beside ${what}`, async () => {
    assertEquals(await embed(`{${fields},"embeddings":[[1,2]]}`), Float32Array.of(1, 2));
    assertEquals(await embed(`{"embeddings":[[1,2]],${fields}}`), Float32Array.of(1, 2));
  });
}

Deno.test("embedBatch() takes an answer with the headers of a page and of a redirect", async () => {
  const headers = { "content-type": "text/html", location: "/elsewhere" };
  assertEquals(await embed('{"embeddings":[[1]]}', { headers }), Float32Array.of(1));
});

Deno.test("healthCheck() gives the names of 5,000 models", async () => {
  const details = { family: "llama", families: ["llama"], digest: "0".repeat(64) };
  const names = Array.from({ length: 5000 }, (_, index) => `model-${index}:latest`);
  using _server = stubServer(() =>
    Response.json({ models: names.map((name) => ({ name, model: name, details })) })
  );
  assertEquals(await makeClient().healthCheck(), names);
});

Deno.test("healthCheck() takes a list of models beside errors that say nothing", async () => {
  using _server = stubServer(() =>
    Response.json({ error: null, message: "ok", models: [{ name: "m" }] })
  );
  assertEquals(await makeClient().healthCheck(), ["m"]);
});

Deno.test("healthCheck() takes an empty list of models beside an empty error", async () => {
  for (const models of [[], null]) {
    using _server = stubServer(() => Response.json({ models, error: "" }));
    assertStrictEquals((await makeClient().healthCheck()).length, 0);
  }
});
