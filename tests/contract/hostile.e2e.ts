// Copyright 2026 the Rivulet authors. MIT license.

// Servers that mean no good, or are broken for good.

import {
  assertEquals,
  assertLess,
  assertMatch,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { askProvider, httpProviderIds } from "../support/ask.ts";
import { makeClient, startServer } from "../support/embedding_server.ts";
import { startEndless } from "../support/endless_server.ts";
import { startLoopback } from "../support/loopback.ts";
import { answerChunks, protocolOf } from "../support/protocol.ts";

const MIB = 1024 * 1024;
const KIB_64 = 64 * 1024;
/** Long enough that the limit, which counts bytes, is not reached by millions of lines. */
const JUNK_LINE = `${"junk without end ".repeat(10)}\n`;
const DEEP = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;

/** What a call makes of a server without end: its error, if there is one. */
type Ask = (base: string) => Promise<unknown>;

interface Endless {
  name: string;
  ask: Ask;
  status?: number;
  /** What the server begins with, and what it then repeats. */
  before?: string;
  piece: string;
  error?: RegExp;
  /** How much it may have sent when it is left. @default {32} */
  mebibytes?: number;
}

const chats = httpProviderIds.flatMap((id): Endless[] => {
  const { token, end } = protocolOf(id);
  const ask: Ask = async (base) => (await askProvider(id, { baseUrl: base })).error;
  return [{
    name: `stream() of ${id} gives up a line`,
    ask,
    before: token("a"),
    piece: "x".repeat(KIB_64),
    error: /^Provider stream failed: a line is longer than 16 MiB$/,
  }, {
    name: `stream() of ${id} gives up junk lines`,
    ask,
    piece: JUNK_LINE.repeat(400),
    mebibytes: 48,
    error: /^Provider stream failed: more than 32 MiB came without a token$/,
  }, {
    name: `stream() of ${id} ends at the marker before junk`,
    ask,
    before: token("a") + end,
    piece: "junk\n".repeat(1000),
  }, {
    name: `stream() of ${id} reads little of an error body`,
    ask,
    status: 500,
    mebibytes: 16,
    piece: "x".repeat(KIB_64),
    error: /^Provider request failed \(500\)$/,
  }];
});

const embed: Ask = async (base) =>
  await assertRejects(() => makeClient(base).embedBatch(["a"]), Error);
const TOO_LONG = /: the answer holds more than 16777216 bytes besides its vectors$/;
const TOO_MANY = /: the answer holds more than 131136 values besides its vectors$/;
const LONG_VECTOR = /: the answer holds a vector of more than 2097152 bytes$/;

const VECTORS: [what: string, before: string, piece: string, error?: RegExp][] = [
  ["a vector", '{"embeddings":[[1', ",1", LONG_VECTOR],
  ["a number", '{"embeddings":[[1', "1", LONG_VECTOR],
  ["a string", '{"model":"', "m"],
  ["blanks", "", " "],
  ["opening brackets", '{"x":', "[", TOO_MANY],
  ["junk after the answer", '{"embeddings":[[1]]}', "junk\n"],
  ["vectors", '{"embeddings":[[1]', ",[1]", /: the answer holds at least \d+ vectors for 1 texts$/],
];

const embeddings: Endless[] = [
  ...VECTORS.map(([what, before, piece, error = TOO_LONG]) => ({
    name: `embedBatch() gives up ${what}`,
    ask: embed,
    before,
    piece: piece.repeat(KIB_64),
    error,
  })),
  {
    name: "embedBatch() reads little of an error body",
    ask: embed,
    status: 500,
    mebibytes: 16,
    piece: "x".repeat(KIB_64),
    error: /^Local server \/api\/embed failed: 500 /,
  },
  {
    name: "healthCheck() gives up a list of models",
    ask: async (base) => await assertRejects(() => makeClient(base).healthCheck(), Error),
    before: '{"models":[',
    piece: '{"name":"m"},'.repeat(KIB_64),
    error: /^Local server health check failed: the answer holds more than 262144 values$/,
  },
];

for (
  const { name, ask, piece, error: expected, mebibytes = 32, ...options } of [
    ...chats,
    ...embeddings,
  ]
) {
  Deno.test(`${name} without end, and closes the connection`, async () => {
    await using server = startEndless(piece, options);
    const error = await ask(server.base);
    if (expected === undefined) assertStrictEquals(error, undefined);
    else assertMatch((error as Error).message, expected);
    await server.clientGone(server.requests.length - 1);
    assertLess(server.sentBytes(), mebibytes * MIB);
  });
}

for (const id of httpProviderIds) {
  const { token, line, end } = protocolOf(id);

  Deno.test(`stream() of ${id} hands on a token of 10 MB whole`, async () => {
    const big = "y".repeat(10_000_000);
    await using server = startLoopback(() => ({ chunks: answerChunks(id, [big]) }));
    const { tokens } = await askProvider(id, { baseUrl: server.base });
    assertEquals([tokens.length, tokens[0] === big], [1, true]);
  });

  Deno.test(`stream() of ${id} survives JSON that is nested 100,000 deep`, async () => {
    const lines = [DEEP, `{"message":${DEEP}}`, `{"choices":${DEEP}}`].map(line);
    await using server = startLoopback(() => ({ chunks: [...lines, token("a"), end] }));
    const { tokens, error } = await askProvider(id, { baseUrl: server.base });
    assertEquals([tokens, error], [["a"], undefined]);
  });
}

Deno.test("embedBatch() survives JSON that is nested 100,000 deep", async () => {
  let body = `{"x":${DEEP},"embeddings":[[1]]}`;
  await using server = startServer(() => new Response(body));
  const client = makeClient(server.base);
  assertEquals(await client.embedBatch(["a"]), [Float32Array.of(1)]);
  for (body of [`{"embeddings":${DEEP}}`, DEEP]) {
    const { name } = await assertRejects(() => client.embedBatch(["a"]), Error);
    assertStrictEquals(name, "EmbeddingError");
  }
});
