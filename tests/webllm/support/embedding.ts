// Copyright 2026 the Rivulet authors. MIT license.

import {
  createWebLLMEmbeddingClient,
  type WebLLMEmbeddingClient,
  type WebLLMEmbeddingClientOptions,
} from "@rivulet/llm/webllm";
import type { Heard, Place } from "./call.ts";
import { embeddingOf } from "./fake_engine.ts";
import { FakeEngines } from "./fake_engines.ts";

/** A client on the fake engine, with the download allowed. */
export function fakeClient(
  place: Place = "the main thread",
  options: WebLLMEmbeddingClientOptions = {},
): { fake: FakeEngines; client: WebLLMEmbeddingClient; heard: Heard[] } {
  const fake = new FakeEngines();
  const heard: Heard[] = [];
  const client = createWebLLMEmbeddingClient({
    ...fake.options(place),
    allowModelDownload: true,
    ...options,
    onInitProgress(...progress) {
      heard.push(progress);
      options.onInitProgress?.(...progress);
    },
  });
  return { fake, client, heard };
}

/** What the engine gets for a text. */
export function marked(text: string): string {
  return `[CLS] ${text} [SEP]`;
}

/** What a client on the fake engine makes of texts. */
export function vectorsOf(texts: readonly string[]): Float32Array[] {
  return texts.map((text) => {
    const values = embeddingOf(marked(text));
    const length = Math.hypot(...values);
    return Float32Array.from(values, (value) => value / length);
  });
}
