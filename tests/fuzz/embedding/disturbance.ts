// Copyright 2026 the Rivulet authors. MIT license.

import { EmbeddingError, OllamaEmbeddingClient } from "@rivulet/llm/embedding";
import { startLoopback } from "../../support/loopback.ts";
import { type Disturbance, DisturbedCall, THROWN } from "../disturbed_call.ts";
import type { Random } from "../random.ts";
import { answerTo, CODES, type Trouble } from "./troubles.ts";

const ACTS: Disturbance["act"][] = [
  "nothing",
  "abort before",
  "abort after a while",
  "abort in onProgress",
  "throw in onProgress",
  "throw in the source",
  "leave",
];

/** What the server does to one of its requests, and what the caller does. */
interface Scene extends Disturbance {
  /** An old server lacks `/api/embed`. */
  isOld: boolean;
  trouble: Trouble;
  /** The request that the trouble comes to; 0 is the probe. */
  troubled: number;
  textCount: number;
  batchSize: number;
  /** Whether one who does nothing waits for the time-out, which takes a second. */
  isPatient: boolean;
}

/**
 * Embeds texts in batches on a loopback server that refuses, stays silent, breaks off or answers
 * wrongly, while the caller aborts, throws or leaves at a random moment. Tells what went wrong.
 */
export async function checkEmbeddingDisturbance(random: Random): Promise<string | undefined> {
  const scene: Scene = {
    isOld: random.once(3),
    trouble: random.once(3) ? "none" : random.pick(Object.keys(CODES) as Trouble[]),
    troubled: random.below(5),
    textCount: random.below(8),
    batchSize: 1 + random.below(3),
    act: random.pick(ACTS),
    after: random.below(4),
    isPatient: random.once(20),
  };
  let count = 0;
  await using server = startLoopback((request) => {
    const trouble = count++ === scene.troubled ? scene.trouble : "none";
    return answerTo(request, { isOld: scene.isOld, trouble, random });
  });
  const { call, isSourceOpen } = await play(scene, server.base);
  await Promise.all(server.requests.map((_, index) => server.clientGone(index)));
  const fault = isSourceOpen
    ? "the source stays open"
    : faultOf(call, scene, server.requests.length);
  return fault && `${JSON.stringify(scene)}: ${fault}`;
}

async function play(
  scene: Scene,
  baseUrl: string,
): Promise<{ call: DisturbedCall<Float32Array[]>; isSourceOpen: boolean }> {
  const { textCount, batchSize, after, trouble, isPatient } = scene;
  const timeoutMs = isPatient ? 1000 : 60_000;
  const client = new OllamaEmbeddingClient({ baseUrl, model: "m", timeoutMs });
  const call = new DisturbedCall<Float32Array[]>(scene);
  const { signal } = call;
  /** Whether the source of the texts was opened and never closed. */
  let isSourceOpen = false;
  function* source() {
    isSourceOpen = true;
    try {
      for (let index = 0; index < textCount; index++) {
        if (index === after) call.disturbIn("the source");
        yield String(index);
      }
    } finally {
      isSourceOpen = false;
    }
  }
  const onProgress = () => {
    if (call.items.length >= after) call.disturbIn("onProgress");
  };
  const isEndless = trouble === "silence" || trouble === "open";
  await call.run(async () => {
    const batches = client.embedMany(source(), { batchSize, signal, onProgress });
    for await (const batch of batches) if (call.take(batch)) break;
  }, isEndless && !isPatient ? 50 : undefined);
  return { call, isSourceOpen };
}

function faultOf(
  call: DisturbedCall<Float32Array[]>,
  scene: Scene,
  requestCount: number,
): string | undefined {
  const { items: batches, error, left } = call;
  const { isOld, textCount, batchSize, trouble, troubled } = scene;
  const seen = JSON.stringify(batches.map((batch) => batch.map(([first]) => first)));
  const texts = Array.from({ length: textCount }, (_, index) => index);
  const expected = JSON.stringify(
    batches.map((_, index) => texts.slice(index * batchSize, (index + 1) * batchSize)),
  );
  if (seen !== expected) return `read ${seen}, expected ${expected}`;
  const batchCount = Math.ceil(textCount / batchSize);
  if (error === undefined && !left && batches.length < batchCount) return `lost batches: ${seen}`;
  if (error instanceof EmbeddingError) {
    if (error.code !== CODES[trouble]) return `ends with ${Deno.inspect(error)}`;
    const perRequest = isOld ? 1 : batchSize;
    const before = Math.max(0, Math.floor((troubled - 1) * perRequest / batchSize));
    if (batches.length !== before) return `${batches.length} batches before the failed one`;
  } else if (error !== undefined && error !== THROWN && !signalled(error)) {
    return `ends with ${Deno.inspect(error)}`;
  }
  // The probe, the batches that were read, the one that is due and the one ahead of it.
  const maxRequests = 1 + (batches.length + 2) * (isOld ? batchSize : 1);
  if (requestCount > maxRequests) return `${requestCount} requests`;
  return call.fault();
}

function signalled(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}
