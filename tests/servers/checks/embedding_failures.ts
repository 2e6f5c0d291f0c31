// Copyright 2026 the Rivulet authors. MIT license.

// Texts and models from which no vector comes.

import { assert, assertEquals } from "@std/assert";
import { EmbeddingError } from "@rivulet/llm";
import type { Check, Findings } from "../check.ts";
import { clientOf, ofOllamaAlone, ollamaClientOf } from "../embedding.ts";
import type { Target } from "../target.ts";

const COPY = "rivulet-copy";

/** A copy of the model stands for one that is pulled: the server learns of it while it runs. */
async function missingThenPulled(target: Target, { detail }: Findings): Promise<void> {
  await manage(target, "DELETE", "/api/delete", { model: COPY });
  const client = ollamaClientOf(target, { model: COPY });
  const error = await failureOf(client.embedBatch(["Hello"]));
  assertEquals([error.code, error.status], ["http", 404]);
  detail(`missing: ${JSON.stringify(error.reason)}`);
  try {
    await manage(target, "POST", "/api/copy", {
      source: target.embeddingModel!,
      destination: COPY,
    });
    const [vector] = await client.embedBatch(["Hello"]);
    assert(vector!.length > 0);
    const { endpoint } = await ollamaClientOf(target).probeRuntime();
    assertEquals((await client.probeRuntime()).endpoint, endpoint);
    detail("pulled: works with the same client");
  } finally {
    await manage(target, "DELETE", "/api/delete", { model: COPY });
  }
}

async function tooLongText(target: Target, { detail, habit }: Findings): Promise<void> {
  try {
    const [vector] = await clientOf(target).embedBatch(["river ".repeat(5000)]);
    habit(`cuts a text that is too long without a word (${vector!.length} dimensions)`);
  } catch (error) {
    assert(error instanceof EmbeddingError, String(error));
    assert(error.reason !== undefined, "no words");
    detail(`${error.code} ${error.status} ${JSON.stringify(error.reason)}`);
  }
}

async function emptyText(target: Target, { detail, habit }: Findings): Promise<void> {
  try {
    const vectors = await clientOf(target).embedBatch(["", "river"]);
    assertEquals(vectors.length, 2);
    habit("gives a vector for an empty text");
  } catch (error) {
    assert(error instanceof EmbeddingError, String(error));
    detail(`${error.code} ${error.status ?? ""} ${JSON.stringify(error.reason ?? error.message)}`);
  }
}

async function chatModelAsked(target: Target, { detail, habit }: Findings): Promise<void> {
  try {
    const [vector] = await clientOf(target, { model: target.chatModel }).embedBatch(["Hello"]);
    habit(`makes vectors with its chat model too (${vector!.length} dimensions)`);
  } catch (error) {
    assert(error instanceof EmbeddingError, String(error));
    assert(error.reason !== undefined, "no words");
    detail(`${error.code} ${error.status ?? ""} ${JSON.stringify(error.reason)}`);
  }
}

async function timeOut(target: Target, { detail }: Findings): Promise<void> {
  const client = clientOf(target, { timeoutMs: 1000 });
  const texts = Array.from({ length: 400 }, (_, number) => `${number} river `.repeat(60));
  const start = performance.now();
  const error = await failureOf(client.embedBatch(texts));
  assertEquals(error.code, "timeout");
  detail(`${error.message}, after ${Math.round(performance.now() - start)} ms`);
}

async function abort(target: Target, { detail }: Findings): Promise<void> {
  const client = clientOf(target);
  const controller = new AbortController();
  const texts = Array.from({ length: 200 }, (_, number) => `${number} river `.repeat(60));
  let done = 0;
  let start = 0;
  try {
    for await (
      const batch of client.embedMany(texts, { batchSize: 2, signal: controller.signal })
    ) {
      done += batch.length;
      if (done < 4) continue;
      start = performance.now();
      controller.abort();
    }
  } catch (error) {
    assertEquals((error as Error).name, "AbortError");
    detail(`rejected after ${Math.round(performance.now() - start)} ms, ${done} of 200 done`);
    const [vector] = await client.embedBatch(["Hello"]);
    assert(vector!.length > 0, "the client works no more");
    return;
  }
  throw new Error("was not aborted");
}

async function failureOf(work: Promise<unknown>): Promise<EmbeddingError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof EmbeddingError) return error;
    throw error;
  }
  throw new Error("gave vectors");
}

async function manage(
  { baseUrl }: Target,
  method: string,
  path: string,
  body: Record<string, string>,
): Promise<void> {
  const response = await fetch(baseUrl + path, { method, body: JSON.stringify(body) });
  await response.body?.cancel();
}

/** What holds where no vector comes. */
export const embeddingFailures: readonly Check[] = [
  { name: "a model that is missing, then pulled", skipped: ofOllamaAlone, run: missingThenPulled },
  { name: "a text that is too long", run: tooLongText },
  { name: "an empty text", run: emptyText },
  {
    name: "a chat model that is asked for vectors",
    skipped: ({ chatModel, embeddingModel }) =>
      chatModel === undefined || chatModel === embeddingModel ? "there is no other" : undefined,
    run: chatModelAsked,
  },
  { name: "a time-out is told", run: timeOut },
  { name: "an abort ends embedMany() at once", run: abort },
];
