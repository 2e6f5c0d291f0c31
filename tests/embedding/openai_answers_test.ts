// Copyright 2026 the Rivulet authors. MIT license.

// How the vectors of OpenAI's protocol are read, and what is refused.

import { assertEquals, assertStrictEquals } from "@std/assert";
import { cutIntoPieces } from "../support/bytes.ts";
import { chunked } from "../support/chunked.ts";
import { makeOpenAIClient } from "../support/embedding_server.ts";
import { failureOf } from "../support/failure.ts";
import { openResponse } from "../support/stub_response.ts";
import { stubServer } from "../support/stub_server.ts";

/** Embeds texts on a server that answers this. */
async function embed(body: BodyInit | Response, count = 2): Promise<number[][]> {
  using _server = stubServer(() => body instanceof Response ? body : new Response(body));
  const texts = Array.from({ length: count }, (_, index) => `text ${index}`);
  return (await makeOpenAIClient().embedBatch(texts)).map((vector) => [...vector]);
}

const A = '{"object":"embedding","embedding":[1,-2],"index":0}';
const B = '{"object":"embedding","embedding":[0.5,3],"index":1}';
const TWO = [[1, -2], [0.5, 3]];

const GOOD: [what: string, body: string][] = [
  ["in order", `{"object":"list","data":[${A},${B}],"model":"m","usage":{"prompt_tokens":2}}`],
  ["in another order", `{"data":[${B},${A}]}`],
  [
    "with the index first",
    '{"data":[{"index":1,"embedding":[0.5,3]},{"index":0,"embedding":[1,-2]}]}',
  ],
  [
    "behind all else",
    `{"model":"m","usage":{"total_tokens":[7]},"object":"list","data":[${A},${B}]}`,
  ],
  ["between blanks", ` {\r\n "data" : [ {"embedding" : [ 1 , -2 ] , "index" : 0 },\n${B} ] }\n`],
  ["without an index", '{"data":[{"embedding":[1,-2]},{"embedding":[0.5,3]}]}'],
  [
    "with the index null",
    '{"data":[{"embedding":[1,-2],"index":null},{"embedding":[0.5,3],"index":null}]}',
  ],
  // As Gemini has it: JSON made of protocol buffers leaves out a zero.
  ["without the index 0", '{"data":[{"embedding":[1,-2]},{"embedding":[0.5,3],"index":1}]}'],
  ["beside an empty error", `{"error":null,"data":[${A},${B}],"message":""}`],
  [
    "beside other lists",
    `{"x":[{"embedding":[9]}],"data":[${A},${B}],"y":{"data":[{"embedding":[9]}]}}`,
  ],
  [
    "beside lists of their own",
    '{"data":[{"embedding":[1,-2],"index":0,"x":{"embedding":[7]},"y":[[1]]},' +
    '{"s":"]}[","text":"\\"embedding\\":[1]","embedding":[0.5,3],"index":1}]}',
  ],
  ["after letters of several bytes", `{"model":"🦙 é","data":[${A},${B}]}`],
];

for (const [what, body] of GOOD) {
  Deno.test(`embedBatch() reads the vectors of data ${what}, whole and in single bytes`, async () => {
    const singleBytes = cutIntoPieces(new TextEncoder().encode(body), 1);
    for (const cut of [body, chunked(singleBytes), chunked(singleBytes, "bytes")]) {
      assertEquals(await embed(cut), TWO);
    }
  });
}

Deno.test("embedBatch() puts many vectors into the order of the texts", async () => {
  const order = Array.from({ length: 97 }, (_, place) => place * 31 % 97);
  const data = order.map((index) => ({ index, embedding: [index, 1] }));
  const expected = Array.from({ length: 97 }, (_, index) => [index, 1]);
  assertEquals(await embed(JSON.stringify({ data }), 97), expected);
});

const ORDER = "the answer does not give each index from 0 to 1 exactly once";
const NO_VECTOR = "invalid embedding vector format";
const NO_DATA = `${NO_VECTOR}, the answer has no "data" array`;
const NOT_JSON = "the answer is not complete JSON";
const BASE64 = "embedding vector is a text (base64) and not numbers, " +
  'set extraBody to { encoding_format: "float" }';

const BAD: [body: string, reason: string][] = [
  [`{"data":[${A},${A}]}`, ORDER],
  [`{"data":[${B},${B}]}`, ORDER],
  ['{"data":[{"embedding":[1],"index":1},{"embedding":[2],"index":2}]}', ORDER],
  ['{"data":[{"embedding":[1],"index":-1},{"embedding":[2],"index":0}]}', ORDER],
  ['{"data":[{"embedding":[1],"index":0.5},{"embedding":[2],"index":0}]}', ORDER],
  ['{"data":[{"embedding":[1],"index":"0"},{"embedding":[2],"index":"1"}]}', ORDER],
  // One that leaves out an index and does not keep the order.
  ['{"data":[{"embedding":[1],"index":1},{"embedding":[2]}]}', ORDER],
  [`{"data":[${A}]}`, "the answer holds 1 vectors for 2 texts"],
  [`{"data":[${A},${B},${A}]}`, "the answer holds 3 vectors for 2 texts"],
  ['{"data":[]}', "the answer holds 0 vectors for 2 texts"],
  [
    '{"data":[{"embedding":[1,2]},{"embedding":[3]}]}',
    "the answer holds vectors of 2 and 1 numbers",
  ],
  ['{"data":[{"embedding":"AACAPwAAAEA=","index":0},{"embedding":"AACAPw==","index":1}]}', BASE64],
  ['{"data":[{"embedding":[1],"index":0},{"embedding":"AACAPw==","index":1}]}', BASE64],
  ['{"data":[{"embedding":[1],"index":0},{"embedding":null,"index":1}]}', NO_VECTOR],
  ['{"data":[{"embedding":{"0":1}},{"embedding":[1]}]}', NO_VECTOR],
  ['{"data":[{"vector":[1]},{"vector":[2]}]}', NO_VECTOR],
  ['{"data":[[1],[2]]}', NO_VECTOR],
  ['{"data":["AACAPw==","AACAPw=="]}', NO_VECTOR],
  ['{"data":[{"embedding":[]},{"embedding":[1]}]}', "embedding vector is empty"],
  [
    '{"data":[{"embedding":[1]},{"embedding":[null]}]}',
    "embedding vector contains non-numeric values",
  ],
  [
    '{"data":[{"embedding":[1e39]},{"embedding":[1]}]}',
    "embedding vector contains non-numeric values",
  ],
  [
    '{"data":[{"embedding":[[1,2],[3]]},{"embedding":[1]}]}',
    "embedding vector contains non-numeric values",
  ],
  [
    '{"data":[{"embedding":[1],"embedding":[2]},{"embedding":[3]}]}',
    'the answer does not name "embedding" exactly once',
  ],
  [`{"data":[${A},${B}],"data":[${A},${B}]}`, 'the answer does not name "embedding" exactly once'],
  ["{}", NO_DATA],
  ["[]", NO_DATA],
  ["null", NO_DATA],
  ['{"data":{"0":[1]}}', NO_DATA],
  ['{"embeddings":[[1],[2]]}', NO_DATA],
  [`[${A},${B}]`, NO_DATA],
  ["", "the answer is empty"],
  ["<!doctype html><p>Sign in", "the answer is a web page, not JSON"],
  [`{"data":[${A},${B}]`, NOT_JSON],
  [`{"data":[${A},${B}]}}`, NOT_JSON],
  ['{"error":{"message":"model is not loaded","code":400}}', "model is not loaded"],
  ['{"error":"Model does not exist","data":[]}', "Model does not exist"],
  ['{"object":"error","message":"too long","code":40303}', "too long"],
  ['{"detail":"Not authenticated"}', "Not authenticated"],
  ['{"data":[{"embedding":null,"index":0}],"error":{"message":"out of memory"}}', "out of memory"],
];

for (const [body, expected] of BAD) {
  Deno.test(`OpenAICompatibleEmbeddingClient refuses the answer ${JSON.stringify(body)}`, async () => {
    const { message, code, reason } = await failureOf(() => embed(body));
    const own = [NO_VECTOR, BASE64].includes(expected) || expected.startsWith("embedding vector");
    const words = own ? expected : `Local server /v1/embeddings failed: ${expected}`;
    assertEquals([message, code], [words, "format"]);
    assertStrictEquals(reason, expected);
  });
}

Deno.test("OpenAICompatibleEmbeddingClient does not guess where two leave out their index", async () => {
  const data = [{ index: 3 }, {}, {}, { index: 0 }].map((entry) => ({ ...entry, embedding: [1] }));
  const { reason } = await failureOf(() => embed(JSON.stringify({ data }), 4));
  assertStrictEquals(reason, ORDER.replace("to 1", "to 3"));
});

Deno.test("OpenAICompatibleEmbeddingClient refuses a body that ends too early, wherever that is", async () => {
  const body = `{"model":"m","data":[${A},${B}],"usage":{"x":1}}`;
  for (let end = 1; end < body.length; end++) {
    const { reason, code } = await failureOf(() => embed(body.slice(0, end)));
    assertEquals([reason, code], [NOT_JSON, "format"], `ends at ${end}`);
  }
});

Deno.test("OpenAICompatibleEmbeddingClient gives the code of the server beside its words", async () => {
  const body = { error: { message: "no quota", code: "insufficient_quota" } };
  for (const status of [200, 429]) {
    using _server = stubServer(() => Response.json(body, { status }));
    for (const call of ["embedBatch", "models"] as const) {
      const { reason, serverCode } = await failureOf(() =>
        makeOpenAIClient()[call](["a"] as never)
      );
      assertEquals([reason, serverCode], ["no quota", "insufficient_quota"]);
    }
  }
});

Deno.test("OpenAICompatibleEmbeddingClient stops reading at the first bad vector, and cancels the body", async () => {
  const { response, cancelled } = openResponse('{"data":[{"embedding":[null]');
  const { reason } = await failureOf(() => embed(response));
  assertStrictEquals(reason, "embedding vector contains non-numeric values");
  await cancelled;
});

const NO_LIST: [body: string, reason: string][] = [
  ["{}", 'the answer has no "data" array'],
  ['{"error":{"message":"no"},"data":[]}', "no"],
  ["", "the answer is empty"],
  ["<html>", "the answer is a web page, not JSON"],
];

for (const [body, expected] of NO_LIST) {
  Deno.test(`models() of OpenAICompatibleEmbeddingClient refuses the answer ${JSON.stringify(body)}`, async () => {
    using _server = stubServer(() => new Response(body));
    const { message, code } = await failureOf(() => makeOpenAIClient().models());
    assertEquals([message, code], [`Local server model list failed: ${expected}`, "format"]);
  });
}

Deno.test("models() of OpenAICompatibleEmbeddingClient tells what the server tells of them", async () => {
  using _server = stubServer(() =>
    Response.json({
      data: [{ id: "text-embedding-nomic", type: "embeddings" }, { id: "gemma", type: "llm" }],
    })
  );
  assertEquals(await makeOpenAIClient().models(), [
    { name: "text-embedding-nomic", embeds: true },
    { name: "gemma", embeds: false },
  ]);
});
