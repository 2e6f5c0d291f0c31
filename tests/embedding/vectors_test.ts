// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import { cutIntoPieces } from "../support/bytes.ts";
import { chunked } from "../support/chunked.ts";
import {
  afterProbe,
  answerLikeOldOllama,
  isProbe,
  makeClient,
} from "../support/embedding_server.ts";
import { failureOf } from "../support/failure.ts";
import { openResponse, stubResponse } from "../support/stub_response.ts";
import { stubServer } from "../support/stub_server.ts";

/** Embeds texts on a server that answers `/api/embed` with this. */
async function embed(body: BodyInit | Response, texts = ["a", "b"]): Promise<Float32Array[]> {
  const answer = body instanceof Response ? body : new Response(body);
  using _server = stubServer(afterProbe(() => answer));
  return await makeClient().embedBatch(texts);
}

/** Embeds one text on a server that answers `/api/embeddings` with this body. */
async function embedOne(body: BodyInit): Promise<Float32Array[]> {
  using _server = stubServer((request) =>
    isProbe(request) ? answerLikeOldOllama(request) : new Response(body)
  );
  return await makeClient().embedBatch(["a"]);
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

const TWO = [Float32Array.of(1, -2), Float32Array.of(0.5, 3e-7)];
const LIST = "[[1,-2],[0.5,3e-7]]";

const BODIES: [name: string, body: string][] = [
  ["alone", `{"embeddings":${LIST}}`],
  ["last", `{"model":"m","embeddings":${LIST}}`],
  ["first", `{"embeddings":${LIST},"total_duration":1}`],
  ["in the middle", `{"model":"m","embeddings":${LIST},"load_duration":1,"prompt_eval_count":2}`],
  ["between blanks", ` {\r\n\t"embeddings" : [ [ 1 , -2 ] ,\n [0.5,\t3e-7 ] ]\r\n} \n`],
  ["after a byte order mark", `\uFEFF{"embeddings":${LIST}}`],
  ["after strings with brackets and quotes", `{"model":"[[\\"]{\\\\","embeddings":${LIST}}`],
  ["after a string of that name", `{"model":"embeddings","list":[[7]],"embeddings":${LIST}}`],
  ["after a member of that name further in", `{"x":{"embeddings":[[7]]},"embeddings":${LIST}}`],
  ["after arrays of arrays", `{"x":[[1,["]"]],[]],"y":[{"z":[[]]}],"embeddings":${LIST}}`],
  ["before arrays of arrays", `{"embeddings":${LIST},"x":[[1,["]"]],[]],"y":null}`],
  ["after letters of several bytes", `{"model":"🦙 é","embeddings":${LIST}}`],
];

for (const [name, body] of BODIES) {
  Deno.test(`embedBatch() finds the vectors ${name}, whole and in single bytes`, async () => {
    const singleBytes = cutIntoPieces(bytesOf(body), 1);
    for (const cut of [body, chunked(singleBytes), chunked(singleBytes, "bytes")]) {
      assertEquals(await embed(cut), TWO);
    }
  });
}

Deno.test("embedBatch() finds the vectors wherever the body is cut in two", async () => {
  const bytes = bytesOf(BODIES.find(([name]) => name.startsWith("after strings"))![1]);
  for (let cut = 0; cut <= bytes.length; cut++) {
    const parts = [bytes.slice(0, cut), bytes.slice(cut)].filter((part) => part.length > 0);
    assertEquals(await embed(chunked(parts)), TWO, `cut at ${cut}`);
  }
});

const COMPLETE: [path: string, body: string, embed: (body: string) => Promise<unknown>][] = [
  ["/api/embed", `{"model":"m","embeddings":${LIST},"total_duration":1}`, (body) => embed(body)],
  ["/api/embeddings", `{"embedding":[1,-2],"x":1}`, embedOne],
];

for (const [path, body, embed] of COMPLETE) {
  Deno.test(`embedBatch() refuses a body of ${path} that ends too early, wherever that is`, async () => {
    for (let end = 1; end < body.length; end++) {
      const { message, code } = await failureOf(() => embed(body.slice(0, end)));
      const expected = `Local server ${path} failed: the answer is not complete JSON`;
      assertEquals([message, code], [expected, "format"], `ends at ${end}`);
    }
  });
}

Deno.test("embedBatch() reads the numbers as JSON.parse() does", async () => {
  const numbers = "0,-0,1,-1,0.1,1e2,1E-2,3.4028234e38,-3.4028234e38,1e-45,1e-400,123456789";
  const [vector] = await embed(`{"embeddings":[[${numbers}]]}`, ["a"]);
  assertEquals(vector, Float32Array.from(JSON.parse(`[${numbers}]`)));
});

Deno.test("embedBatch() reads vectors that are larger than a chunk", async () => {
  const vectors = Array.from(
    { length: 5 },
    (_, row) => Array.from({ length: 20_000 }, (_, column) => Math.sin(row * 20_000 + column)),
  );
  const bytes = bytesOf(JSON.stringify({ embeddings: vectors }));
  const expected = vectors.map((vector) => Float32Array.from(vector));
  assertEquals(
    await embed(chunked(cutIntoPieces(bytes, 7000)), ["a", "b", "c", "d", "e"]),
    expected,
  );
});

Deno.test("embedBatch() reads a vector of /api/embeddings", async () => {
  const body = `{"x":[[7]],"y":{"embedding":[8]},"embedding":[1,-2],"z":"embedding"}`;
  assertEquals(await embedOne(body), [Float32Array.of(1, -2)]);
});

const FORMAT = "invalid embedding vector format";
const NON_NUMERIC = "embedding vector contains non-numeric values";
const EMPTY = "embedding vector is empty";

const BAD_VECTORS: [vector: string, message: string][] = [
  ["null", FORMAT],
  ["7", FORMAT],
  ['"AACAPw=="', FORMAT],
  ['"["', FORMAT],
  ['{"0":1}', FORMAT],
  ['{"a":["b"]}', FORMAT],
  ["true", FORMAT],
  ["[]", EMPTY],
  ["[ ]", EMPTY],
  ["[null]", NON_NUMERIC],
  ["[1,null,2]", NON_NUMERIC],
  ['["1"]', NON_NUMERIC],
  ['["a]b",1]', NON_NUMERIC],
  ["[true]", NON_NUMERIC],
  ["[[1,2]]", NON_NUMERIC],
  ["[1,[2],3]", NON_NUMERIC],
  ["[[]]", NON_NUMERIC],
  ['[{"a":1}]', NON_NUMERIC],
  ['[1,{"a":[1]}]', NON_NUMERIC],
  ["[1e999]", NON_NUMERIC],
  ["[-1e999]", NON_NUMERIC],
  ["[1e39]", NON_NUMERIC],
  ["[1,-1e39]", NON_NUMERIC],
  ["[3.4028236e38]", NON_NUMERIC],
  ["[NaN]", NON_NUMERIC],
  ["[1,-Infinity]", NON_NUMERIC],
];

for (const [vector, expected] of BAD_VECTORS) {
  Deno.test(`embedBatch() refuses the vector ${vector}, on both endpoints`, async () => {
    const inList = () => embed(`{"embeddings":[[1],${vector}]}`);
    for (const run of [inList, () => embedOne(`{"embedding":${vector}}`)]) {
      const { message, code } = await failureOf(run);
      assertEquals([message, code], [expected, "format"]);
    }
  });
}

const NO_LIST = `${FORMAT}, the answer has no "embeddings" array`;
const NOT_JSON = "the answer is not complete JSON";

const BAD_ANSWERS: [body: string, reason: string][] = [
  ["", "the answer is empty"],
  [" \n", "the answer is empty"],
  ["<!doctype html><title>Sign in</title>", "the answer is a web page, not JSON"],
  ["<script>[[1],[2]]</script>", "the answer is a web page, not JSON"],
  ["OK", NOT_JSON],
  [`{"embeddings":${LIST}} x`, NOT_JSON],
  [`{"embeddings":${LIST}}{}`, NOT_JSON],
  [`{"embeddings":${LIST}]`, NOT_JSON],
  [`{"embeddings" ${LIST}}`, NOT_JSON],
  [`{"embeddings":[[1][2]]}`, NOT_JSON],
  [`{"embeddings":[[1,],[2]]}`, NOT_JSON],
  [`{"embeddings":[[1 2],[2]]}`, NOT_JSON],
  [`{"model":m,"embeddings":${LIST}}`, NOT_JSON],
  ["{}", NO_LIST],
  ["null", NO_LIST],
  ["7", NO_LIST],
  [LIST, NO_LIST],
  ['{"embeddings":null}', NO_LIST],
  ['{"embeddings":{"0":[1]}}', NO_LIST],
  ['{"embedding":[1,2]}', NO_LIST],
  ['{"data":[{"embedding":[1]},{"embedding":[2]}]}', NO_LIST],
  ['{"error":"the model is busy"}', "the model is busy"],
  ['{"message":"the model is busy"}', "the model is busy"],
  ['{"embeddings":null,"error":"the model is busy"}', "the model is busy"],
  ['{"error":"the model is busy","embeddings":[]}', "the model is busy"],
  ['{"embeddings":[[1]],"message":"ok"}', "the answer holds 1 vectors for 2 texts"],
  ['{"embeddings":[]}', "the answer holds 0 vectors for 2 texts"],
  ['{"embeddings":[[1]]}', "the answer holds 1 vectors for 2 texts"],
  ['{"embeddings":[[1],[2],[3]]}', "the answer holds 3 vectors for 2 texts"],
  ['{"embeddings":[[1,2],[3]]}', "the answer holds vectors of 2 and 1 numbers"],
  ['{"embeddings":[[1],[2,3]]}', "the answer holds vectors of 1 and 2 numbers"],
  [
    '{"embeddings":[[1],[2]],"embeddings":[[3],[4]]}',
    'the answer does not name "embeddings" exactly once',
  ],
];

for (const [body, expected] of BAD_ANSWERS) {
  Deno.test(`embedBatch() refuses the answer ${JSON.stringify(body)}`, async () => {
    const { message, code, reason } = await failureOf(() => embed(body));
    assertEquals([message, code], [`Local server /api/embed failed: ${expected}`, "format"]);
    assertStrictEquals(reason, expected);
  });
}

Deno.test("embedBatch() refuses vectors of different lengths in the answers of /api/embeddings", async () => {
  using _server = stubServer((request) =>
    isProbe(request)
      ? answerLikeOldOllama(request)
      : Response.json({ embedding: request.body.prompt === "a" ? [1, 2] : [3] })
  );
  const { reason } = await failureOf(() => makeClient().embedBatch(["a", "b"]));
  assertStrictEquals(reason, "the answer holds vectors of 2 and 1 numbers");
});

const BAD_SINGLE_ANSWERS: [body: string, message: string][] = [
  ["{}", FORMAT],
  ["[[1]]", FORMAT],
  ['{"embeddings":[[1]]}', FORMAT],
  ['{"error":"the model is busy"}', "Local server /api/embeddings failed: the model is busy"],
  [
    '{"embedding":null,"error":"the model is busy"}',
    "Local server /api/embeddings failed: the model is busy",
  ],
  ["", "Local server /api/embeddings failed: the answer is empty"],
];

Deno.test("embedBatch() takes a vector for an answer, whatever stands beside it", async () => {
  assertEquals(await embedOne('{"embedding":[1],"message":"ok"}'), [new Float32Array([1])]);
});

for (const [body, expected] of BAD_SINGLE_ANSWERS) {
  Deno.test(`embedBatch() refuses the answer ${JSON.stringify(body)} of /api/embeddings`, async () => {
    const { message, code } = await failureOf(() => embedOne(body));
    assertEquals([message, code], [expected, "format"]);
  });
}

Deno.test("embedBatch() lets go of the body of a wrong answer", async () => {
  const answer = new Response('{"embeddings":[[null]]}');
  await embed(answer, ["a"]).catch(() => {});
  assertStrictEquals(answer.body?.locked, false);
});

Deno.test("embedBatch() stops reading at the first bad vector, and cancels the body", async () => {
  const { response, cancelled } = openResponse('{"embeddings":[[null],');
  assertStrictEquals((await failureOf(() => embed(response))).message, NON_NUMERIC);
  await cancelled;
});

Deno.test("embedBatch() gives the message of a body that breaks off", async () => {
  const response = stubResponse({ chunks: ['{"embeddings":[[1],'], end: "reset" });
  const { message, code, cause } = await failureOf(() => embed(response));
  assertEquals([message, code], ["Local server /api/embed failed: connection reset", "network"]);
  assertStrictEquals((cause as Error).name, "TypeError");
});

Deno.test("embedBatch() counts the vectors that are too many, up to 1,000", async () => {
  for (const [more, said] of [[1000, "1002"], [1001, "at least 1003"], [5000, "at least 1003"]]) {
    const list = `[1],[2]${",[]".repeat(Number(more))}`;
    const { reason } = await failureOf(() => embed(`{"embeddings":[${list}]}`));
    assertStrictEquals(reason, `the answer holds ${said} vectors for 2 texts`);
  }
});

Deno.test("embedBatch() takes vectors of as many numbers as any model makes", async () => {
  const [vector] = await embed(`{"embeddings":[[${"0,".repeat(65_535)}1]]}`, ["a"]);
  assertStrictEquals(vector?.length, 65_536);
});
