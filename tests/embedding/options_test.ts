// Copyright 2026 the Rivulet authors. MIT license.

// What both clients make of options that are null, wrong, or for the server.

import { assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import {
  EmbeddingError,
  OllamaEmbeddingClient,
  OpenAICompatibleEmbeddingClient,
} from "@rivulet/llm/embedding";
import {
  answerLikeOldOllama,
  answerLikeOllama,
  answerLikeOpenAI,
  BASE_URL,
  vectorsOf,
} from "../support/embedding_server.ts";
import { type Handler, stubServer } from "../support/stub_server.ts";

type Client = OllamaEmbeddingClient | OpenAICompatibleEmbeddingClient;

const CLIENTS: [new (options: never) => Client, Handler][] = [
  [OllamaEmbeddingClient, answerLikeOllama],
  [OpenAICompatibleEmbeddingClient, answerLikeOpenAI],
];

const TEXTS = ["a", "bb", "ccc"];

for (const [Client, handler] of CLIENTS) {
  const make = (options: object = {}) =>
    new Client({ baseUrl: BASE_URL, model: "m", timeoutMs: 1000, ...options } as never);

  const LEFT_OUT: [what: string, call: (client: Client) => Promise<unknown>][] = [
    ["the options of embedBatch()", (client) => client.embedBatch(TEXTS, null as never)],
    ["the signal of embedBatch()", (client) => client.embedBatch(TEXTS, { signal: null } as never)],
    [
      "the options of embedMany()",
      async (client) => (await Array.fromAsync(client.embedMany(TEXTS, null as never))).flat(),
    ],
    ["each option of embedMany()", async (client) => {
      const options = { batchSize: null, signal: null, onProgress: null };
      return (await Array.fromAsync(client.embedMany(TEXTS, options as never))).flat();
    }],
  ];

  for (const [what, call] of LEFT_OUT) {
    Deno.test(`${Client.name} takes null for ${what}`, async () => {
      using _server = stubServer(handler);
      assertEquals(await call(make()), vectorsOf(TEXTS));
    });
  }

  Deno.test(`${Client.name} takes null for each option that may be left out`, async () => {
    using _server = stubServer(handler);
    const options = { fetch: null, extraBody: null, allowRemote: null, apiKey: null };
    assertEquals(await make(options).embedBatch(TEXTS), vectorsOf(TEXTS));
  });

  Deno.test(`${Client.name} takes null for the options of models()`, async () => {
    using _server = stubServer(handler);
    assertEquals((await make().models(null as never)).length, 1);
  });

  const WRONG: [what: string, options: object, message: string][] = [
    ["a fetch that is a text", { fetch: "fetch" }, "Set fetch to a function, got string"],
    ["a signal that is none", { signal: {} }, "Set signal to an AbortSignal, got object"],
    ["a controller as the signal", { signal: true }, "Set signal to an AbortSignal, got boolean"],
    ["an onProgress that is none", { onProgress: 7 }, "Set onProgress to a function, got number"],
  ];

  for (const [what, options, message] of WRONG) {
    Deno.test(`${Client.name} names the option in a sentence: ${what}`, async () => {
      using server = stubServer(handler);
      const error = await assertRejects(
        async () => await Array.fromAsync(make(options).embedMany(TEXTS, options)),
        TypeError,
      );
      assertStrictEquals(error.message, message);
      assertEquals(server.requests, []);
    });
  }

  Deno.test(`${Client.name} sends the fields of extraBody, and its own count more`, async () => {
    using server = stubServer(handler);
    const extraBody = { truncate: false, options: { "num_ctx": 8192 }, model: "x", input: ["x"] };
    const client = make({ extraBody });
    extraBody.options["num_ctx"] = 1; // too late: it was copied
    assertEquals(await client.embedBatch(TEXTS), vectorsOf(TEXTS));
    const [first, last] = [server.requests[0]!, server.requests.at(-1)!];
    const more = { truncate: false, options: { "num_ctx": 8192 } };
    assertEquals(last.body, { model: "m", input: TEXTS, ...more } as object);
    assertEquals(Object.keys(last.body), ["model", "input", "truncate", "options"]);
    // The probe too: other options would load the model anew.
    assertEquals(first.body, { ...first.body, ...more } as object);
  });

  Deno.test(`${Client.name} sends no extraBody with the question for models`, async () => {
    using server = stubServer(handler);
    await make({ extraBody: { truncate: false } }).models();
    assertEquals(server.requests.map(({ method, init }) => [method, init.body]), [[
      "GET",
      undefined,
    ]]);
  });

  const CIRCLE: Record<string, unknown> = {};
  CIRCLE.circle = CIRCLE;
  for (
    const [what, extraBody] of [
      ["a circle", CIRCLE],
      ["a bigint", { seed: 1n }],
      ["a list", [1]],
      ["a text", "truncate"],
      ["a function", () => {}],
    ] as const
  ) {
    Deno.test(`${Client.name} refuses ${what} as extraBody`, () => {
      const error = assertThrows(() => make({ extraBody }), EmbeddingError);
      const message = "Set extraBody to an object of fields that JSON can carry";
      assertEquals([error.message, error.code], [message, "config"]);
    });
  }

  const HALVES: [text: string, sent: string][] = [
    ["a\ud83d", "a\ufffd"],
    ["\ude00b", "\ufffdb"],
    ["\ude00\ud83d", "\ufffd\ufffd"],
    ["\ud83d\ud83d\ude00\ude00", "\ufffd\u{1f600}\ufffd"],
    ["\u{1f600} é", "\u{1f600} é"],
  ];

  Deno.test(`${Client.name} sends U+FFFD for half a character, and whole ones as they are`, async () => {
    using server = stubServer(handler);
    const texts = HALVES.map(([text]) => text);
    await make().embedBatch(texts);
    await Array.fromAsync(make().embedMany(texts));
    const sent = server.requests.map(({ body }) => body.input).filter((input) => input!.length > 1);
    const expected = HALVES.map(([, text]) => text);
    assertEquals(sent, [expected, expected]);
    assertEquals(texts.map((text) => text.toWellFormed()), expected);
  });
}

Deno.test("OllamaEmbeddingClient sends extraBody to /api/embeddings too", async () => {
  using server = stubServer(answerLikeOldOllama);
  const extraBody = { "keep_alive": -1, prompt: "x" };
  const client = new OllamaEmbeddingClient({
    ...{ baseUrl: BASE_URL, model: "m", timeoutMs: 1000, extraBody },
  });
  await client.embedBatch(["a"]);
  const body = { model: "m", prompt: "a", "keep_alive": -1 };
  assertEquals(server.requests.at(-1)?.body, body as object);
});

for (const call of ["healthCheck", "probeRuntime"] as const) {
  Deno.test(`${call}() takes null for its options`, async () => {
    using _server = stubServer(answerLikeOllama);
    const client = new OllamaEmbeddingClient({ baseUrl: BASE_URL, model: "m", timeoutMs: 1000 });
    await client[call](null as never);
  });
}
