// Copyright 2026 the Rivulet authors. MIT license.

import {
  createWebLLMEmbeddingClient,
  type WebLLMEmbeddingClient,
  type WebLLMEmbeddingClientOptions,
} from "@rivulet/llm/webllm";
import type { places } from "./webllm_ask.ts";
import { embeddingOf, FakeEngines } from "./webllm_fake_engine.ts";

/** A client on the fake engine, with the download allowed, and what it said while it loaded. */
export interface FakeClient {
  readonly fake: FakeEngines;
  readonly client: WebLLMEmbeddingClient;
  readonly progress: [progress: number, text: string][];
}

export function fakeClient(
  place: typeof places[number] = "the main thread",
  options: WebLLMEmbeddingClientOptions = {},
): FakeClient {
  const fake = new FakeEngines();
  const { loadEngine } = fake;
  const worker = place === "a worker" ? fake.worker : undefined;
  const progress: FakeClient["progress"] = [];
  const client = createWebLLMEmbeddingClient({
    loadEngine,
    worker,
    allowModelDownload: true,
    onInitProgress: (number, text) => progress.push([number, text]),
    ...options,
  });
  return { fake, client, progress };
}

/** What the engine gets for a text. */
export function marked(text: string): string {
  return `[CLS] ${text} [SEP]`;
}

/** What a client on the fake engine makes of texts. */
export function vectorsOf(texts: string[]): Float32Array[] {
  return texts.map((text) => {
    const values = embeddingOf(marked(text));
    const length = Math.hypot(...values);
    return Float32Array.from(values, (value) => value / length);
  });
}

/** The error that a call rejects with. */
export function errorOf(call: Promise<unknown>): Promise<Error> {
  return call.then(() => {
    throw new Error("The call resolved");
  }, (error: Error) => error);
}
