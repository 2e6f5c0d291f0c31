// Copyright 2026 the Rivulet authors. MIT license.

// What a question to a model and the embedding of a text have in common, in one form: a test of
// what both do alike is written once and runs with each.

import { EmbeddingError, ProviderError } from "@rivulet/llm";
import type { WebLLMEmbeddingClient, WebLLMEmbeddingClientOptions } from "@rivulet/llm/webllm";
import { requestFor } from "../../support/ask.ts";
import { type Heard, type Place, type RunningCall, startCall } from "./call.ts";
import { ask, fakeProvider } from "./chat.ts";
import { fakeClient, vectorsOf } from "./embedding.ts";
import type { FakeEngines } from "./fake_engines.ts";
import { EMBEDDING, F16 } from "./models.ts";

/** The points that a load passes. */
export const LOADING = [
  "config",
  "wasm",
  "tokenizer",
  "shard 1",
  "shard 2",
  "upload 1",
  "shaders",
];

/** One who calls, always with the same model and consent, on a fake engine. */
export interface Caller
  extends Pick<WebLLMEmbeddingClient, "isModelCached" | "unload" | "deleteModel"> {
  readonly fake: FakeEngines;
  call(signal?: AbortSignal): RunningCall;
  /** The same in steps, as a loop takes them. */
  iterate(): AsyncIterator<unknown>;
}

/** One half of the library. */
export interface Half {
  /** Names for titles of tests: of the call, of the iteration, of who has the other methods. */
  readonly call: string;
  readonly iteration: string;
  readonly owner: string;
  /** What the callers ask when they are not told another. */
  readonly model: string;
  /** The points that the engine passes while it works on a call, and one where it is busy. */
  readonly working: readonly string[];
  readonly busy: string;
  /** What callbacks hear of the result, and what the call gives. */
  readonly tokens: Heard[];
  readonly result: unknown;
  /** What a call rejects with where the library has words for it. */
  readonly Error: abstract new (...values: never[]) => ProviderError | EmbeddingError;
  create(place?: Place, options?: WebLLMEmbeddingClientOptions): Caller;
}

export const chat: Half = {
  call: "stream() of webllm",
  iteration: "tokens() of webllm",
  owner: "webllm",
  model: F16,
  working: ["create", "lock", "prefill", "decode"],
  busy: "prefill",
  tokens: ["Hello", " world"],
  result: ["Hello", " world"],
  Error: ProviderError,
  create(place, options = {}) {
    const { fake, provider } = fakeProvider(place, options);
    const { model = F16, onInitProgress } = options;
    const { allowModelDownload } = { allowModelDownload: true, ...options };
    const config = { baseUrl: "", model, allowModelDownload };
    return {
      fake,
      call: (signal) =>
        ask(provider, config, signal ? { signal, onInitProgress } : { onInitProgress }),
      iterate: () => provider.tokens(config, requestFor())[Symbol.asyncIterator](),
      isModelCached: () => provider.isModelCached(model),
      unload: () => provider.unload(),
      deleteModel: () => provider.deleteModel(model),
    };
  },
};

export const embedding: Half = {
  call: "embedBatch() of webllm",
  iteration: "embedMany() of webllm",
  owner: "the embedding client",
  model: EMBEDDING,
  working: ["embed"],
  busy: "embed",
  tokens: [],
  result: vectorsOf(["a"]),
  Error: EmbeddingError,
  create(place, options) {
    const { fake, client, heard } = fakeClient(place, options);
    return {
      ...client,
      fake,
      call(signal) {
        const start = heard.length;
        return startCall(
          (own) => client.embedBatch(["a"], { signal: signal ?? own }),
          () => heard.slice(start),
        );
      },
      iterate() {
        const { signal } = new AbortController();
        return client.embedMany(["a", "b"], { batchSize: 1, signal })[Symbol.asyncIterator]();
      },
    };
  },
};

export const halves: readonly Half[] = [chat, embedding];
