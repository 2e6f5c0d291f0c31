// Copyright 2026 the Rivulet authors. MIT license.

// All that reads answers of servers, and what is dear to read.

import {
  ChatCompletionTokenStream,
  type FetchResponse,
  getProviderById,
  ollama,
  OllamaTokenStream,
  toEventStream,
} from "@rivulet/llm";
import { isProbe, makeClient, makeOpenAIClient } from "../support/embedding_server.ts";
import { stubServer } from "../support/stub_server.ts";

const MIB = 1024 * 1024;

const QUESTION = { prompt: "x", contextSnippets: [], signal: new AbortController().signal };

/** A server that gives this body. */
function answering(body: () => BodyInit, status = 200) {
  const fetch = () => Promise.resolve(new Response(body(), { status }));
  return { baseUrl: "http://localhost:1", model: "m", apiKey: "k", fetch };
}

function refusing(body: () => BodyInit) {
  return answering(body, 400);
}

function refusalOf(text: string): FetchResponse {
  return { ok: false, status: 400, text: () => Promise.resolve(text) };
}

export type Read = (body: () => BodyInit, onToken: () => void) => Promise<unknown>;

/** One of each protocol. */
const IDS = ["standard-compatible", "local-a"] as const;

export const READERS: [name: string, read: Read][] = [
  ...IDS.map((id): [string, Read] => [
    `stream() of ${id}`,
    (body, onToken) => getProviderById(id).stream(answering(body), { ...QUESTION, onToken }),
  ]),
  ...IDS.map((id): [string, Read] => [
    `models() of ${id}`,
    (body) => getProviderById(id).models(answering(body)),
  ]),
  ...[ChatCompletionTokenStream, OllamaTokenStream].map((Stream): [string, Read] => [
    Stream.name,
    async (body, onToken) => {
      const text = await new Response(body()).text();
      const tokens = new ReadableStream<string>({
        start(controller) {
          controller.enqueue(text);
          controller.close();
        },
      }).pipeThrough(new Stream());
      for await (const _ of tokens) onToken();
    },
  ]),
  ["embedBatch() from /api/embed", async (body) => {
    using _server = stubServer((request) =>
      isProbe(request) ? new Response("{}") : new Response(body())
    );
    await makeClient().embedBatch(["a"]);
  }],
  [
    "embedBatch() from /v1/embeddings",
    (body) =>
      makeOpenAIClient({ fetch: () => Promise.resolve(new Response(body())) }).embedBatch(["a"]),
  ],
  ["healthCheck()", async (body) => {
    using _server = stubServer(() => new Response(body()));
    await makeClient().healthCheck();
  }],
  ["embedBatch() from /api/embeddings", async (body) => {
    using _server = stubServer((request) =>
      isProbe(request) ? new Response("404", { status: 404 }) : new Response(body())
    );
    await makeClient().embedBatch(["a"]);
  }],
  ["probeRuntime()", async (body) => {
    using _server = stubServer(() => new Response(body()));
    await makeClient().probeRuntime();
  }],
  ...IDS.map((id): [string, Read] => [
    `a refusal of ${id}`,
    (body) => getProviderById(id).stream(refusing(body), { ...QUESTION, onToken() {} }),
  ]),
  [
    "a refusal whose text alone can be read",
    (body) =>
      getProviderById("local-a").stream(
        { ...refusing(body), fetch: async () => refusalOf(await new Response(body()).text()) },
        { ...QUESTION, onToken() {} },
      ),
  ],
  ["a refusal of a list", (body) => getProviderById("local-a").models(refusing(body))],
  ["a refusal of vectors", async (body) => {
    using _server = stubServer(() => new Response(body(), { status: 400 }));
    await makeClient().embedBatch(["a"]);
  }],
  ["toEventStream() of a refusal", async (body) => {
    await new Response(toEventStream(ollama, refusing(body), { prompt: "q" })).text();
  }],
];

/** Keys of their own, up to the limit of a line. */
function keys(value: string): string {
  const one = (key: number): string => `"k${key}":${value}`;
  return Array.from({ length: 900_000 / one(99_999).length }, (_, key) => one(key)).join();
}

const PARTS = '{"type":"thinking","thinking":[{"type":"text","text":"a"}]},';
/** What is dear to read, as long as it may be, and in bodies that are longer. */
export const TEXTS: [name: string, text: string][] = [
  ...["{}", '{"message":{"content":"1"}}', "[", '{"a":', "1,"]
    .map((piece): [string, string] => [`${piece} in one line`, piece.repeat(MIB / piece.length)]),
  ...['{"message":{"content":"1"}}', "{", "data: x"]
    .map((piece): [string, string] => [`${piece} in lines`, `${piece}\n`.repeat(20_000)]),
  ...["[],", '{"name":"m"},'].map((piece): [string, string] => [
    `${piece} in a list of models`,
    `{"data":[${piece.repeat(2 * MIB / piece.length)}0]}`,
  ]),
  ["data: with deep JSON", `data: ${"[".repeat(MIB / 2 - 10)}${"]".repeat(MIB / 2 - 10)}`],
  ["a picture", `data: {"choices":[{"delta":{"images":["${"A/8=".repeat(3.9 * MIB)}"]}}]}\n`],
  ["a picture that breaks off", `data: {"choices":[{"delta":{"images":["${"A".repeat(15 * MIB)}`],
  ["an answer that is escaped", `{"message":{"content":"${"\\n".repeat(4 * MIB)}"}}\n`],
  ["many texts", `{"a":[${'"",'.repeat(2 * MIB)}"a"]}\n`],
  ["an error of many keys", `{"error":{${keys('"x"')}}}\n`],
  ["an error of many noughts", `{"error":{${keys("0")}}}\n`],
  ["an error of many lists", `{"error":[${"[],".repeat(300_000)}0]}\n`],
  ["an error of many objects", `{"error":[${'{"message":"x"},'.repeat(60_000)}0]}\n`],
  ["an event of an error in one line", `event: error\ndata: {"error":{${keys('"x"')}}}\n\n`],
  ["an event of an error in many lines", `event: error\n${"data: {\n".repeat(100_000)}\n`],
  ["an event in many lines", `${"data: [1,\n".repeat(100_000)}\n`],
  ["many keys", `{${keys("{}")}}\n`],
  ["many choices", `data: {"choices":[${'{"index":1},'.repeat(80_000)}{}]}\n\n`],
  ["many parts", `{"message":{"content":[${PARTS.repeat(16_000)}{}]}}\n`],
  [
    "many calls of tools",
    `data: {"choices":[{"delta":{"tool_calls":[${
      '{"index":1,"function":{"name":"f","arguments":"{}"}},'.repeat(18_000)
    }{}]}}]}\n\n`,
  ],
  ["many counts", `data: {"choices":[],"usage":{${keys("1")}}}\n\n`],
  ["many refusals", `{"choices":[{"message":{"refusal":${JSON.stringify(["x".repeat(9)])}}}]}\n`],
  ["spelled numbers", `{"message":{"content":[${"1e999,".repeat(150_000)}0]}}\n`],
  ["NaN in a line", `{"message":{"content":"a"},"p":[${"NaN,".repeat(200_000)}0]}\n`],
];

/** A body that comes in one chunk, however long it is. */
export function oneChunk(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}
