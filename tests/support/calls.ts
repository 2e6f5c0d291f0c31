// Copyright 2026 the Rivulet authors. MIT license.

// The calls that go to a server, chat and embedding alike, for tests of what all of them keep.

import { getProviderById, type OpenAICompatibleEmbeddingClient } from "@rivulet/llm";
import { configFor, httpProviderIds, requestFor } from "./ask.ts";
import { answerLikeOllama, isProbe, makeClient, makeOpenAIClient } from "./embedding_server.ts";
import { answerChunks } from "./protocol.ts";
import type { Handler } from "./stub_server.ts";

interface CallOptions {
  /** The server's address; without one it is the default. */
  base?: string;
  signal?: AbortSignal;
}

/** A call that ends with its results or with an error. */
export interface Call {
  readonly name: string;
  run(options?: CallOptions): Promise<unknown>;
  /** A server for it: answers what it asks before its own question, and that with `handler`. */
  serve<Answer>(handler: Handler<Answer>): Handler<Answer | Response>;
  /** The body of a good answer, and how it begins. */
  readonly body: string;
  readonly beginning: string;
  /** The statuses of the answers to what it asks before. */
  readonly probes: readonly number[];
}

/** A call that hands on its results one by one. */
export interface IterableCall extends Call {
  iterate(options?: CallOptions): AsyncIterable<unknown>;
}

/** `Array.fromAsync()`, which Node 20 lacks. */
async function collect(results: AsyncIterable<unknown>): Promise<unknown[]> {
  const list: unknown[] = [];
  for await (const result of results) list.push(result);
  return list;
}

const chatCalls = httpProviderIds.map((id): [Call, IterableCall] => {
  const { stream, tokens } = getProviderById(id);
  const chunks = answerChunks(id, ["a"]);
  const shared = {
    serve: <Answer>(handler: Handler<Answer>) => handler,
    body: chunks.join(""),
    probes: [],
  };
  const beginning = chunks[0]!;
  const config = ({ base }: CallOptions) =>
    configFor(id, base === undefined ? {} : { baseUrl: base });
  const iterate = (options: CallOptions = {}) =>
    tokens(config(options), { prompt: "Q", signal: options.signal });
  return [{
    ...shared,
    name: `stream() of ${id}`,
    beginning,
    run: ({ signal, ...options } = {}) =>
      stream(config(options), requestFor(signal === undefined ? {} : { signal })),
  }, {
    ...shared,
    name: `tokens() of ${id}`,
    beginning,
    iterate,
    run: (options) => collect(iterate(options)),
  }];
});

/** A server of the new kind, which embeds the texts of a request together, or of the old one. */
function embeddingServer(age: "new" | "old"): Omit<Call, "name" | "run"> {
  const body = age === "new" ? '{"embeddings":[[1]]}' : '{"embedding":[1]}';
  return {
    serve: (handler) => (request) =>
      isProbe(request) ? answerLikeOllama(request, age) : handler(request),
    body,
    beginning: body.slice(0, -3),
    probes: [age === "new" ? 200 : 404],
  };
}

function embedMany(options: CallOptions = {}): AsyncIterable<unknown> {
  return makeClient(options.base).embedMany(["a", "b", "c"], { ...options, batchSize: 1 });
}

const embedManyCall: IterableCall = {
  ...embeddingServer("new"),
  name: "embedMany()",
  iterate: embedMany,
  run: (options) => collect(embedMany(options)),
};

function embedBatchCall(age: "new" | "old"): Call {
  return {
    ...embeddingServer(age),
    name: `embedBatch() on ${age === "new" ? "/api/embed" : "/api/embeddings"}`,
    run: (options = {}) => makeClient(options.base).embedBatch(["a"], options),
  };
}

const healthCheckCall: Call = {
  name: "healthCheck()",
  run: ({ base, ...options } = {}) => makeClient(base).healthCheck(options),
  serve: (handler) => handler,
  body: '{"models":[]}',
  beginning: '{"models":[',
  probes: [],
};

/** The calls of the client for OpenAI's protocol. */
const openAICalls: readonly Call[] = [{
  name: "embedBatch() on /v1/embeddings",
  run: ({ base, ...options } = {}) => openAIClient(base).embedBatch(["a"], options),
  serve: (handler) => handler,
  body: '{"data":[{"embedding":[1],"index":0}]}',
  beginning: '{"data":[{"embedding":[1',
  probes: [],
}, {
  name: "models() of an embedding client",
  run: ({ base, ...options } = {}) => openAIClient(base).models(options),
  serve: (handler) => handler,
  body: '{"data":[]}',
  beginning: '{"data":[',
  probes: [],
}];

function openAIClient(baseUrl: string | undefined): OpenAICompatibleEmbeddingClient {
  return makeOpenAIClient(baseUrl === undefined ? {} : { baseUrl });
}

/** The calls that can be aborted. */
export const calls: readonly Call[] = [
  ...chatCalls.flat(),
  embedBatchCall("new"),
  embedBatchCall("old"),
  embedManyCall,
  healthCheckCall,
  ...openAICalls,
];

/** The calls whose loop can be left. */
export const iterableCalls: readonly IterableCall[] = [
  ...chatCalls.map(([, tokens]) => tokens),
  embedManyCall,
];
