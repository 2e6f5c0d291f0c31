// Copyright 2026 the Rivulet authors. MIT license.

import { EmbeddingError, OllamaEmbeddingClient } from "@rivulet/llm/embedding";
import { CountedController } from "../../support/counted_controller.ts";
import { startLoopback } from "../../support/loopback.ts";
import type { Random } from "../random.ts";
import { answerTo, CODES, type Trouble } from "./troubles.ts";

const ACTS = [
  "nothing",
  "abort before",
  "abort after a while",
  "abort in onProgress",
  "throw in onProgress",
  "throw in the source",
  "leave",
] as const;

const THROWN = new Error("thrown by the caller");

/** What the server does to one of its requests, and what the caller does. */
interface Scene {
  /** An old server lacks `/api/embed`. */
  isOld: boolean;
  trouble: Trouble;
  /** The request that the trouble comes to; 0 is the probe. */
  troubled: number;
  textCount: number;
  batchSize: number;
  act: typeof ACTS[number];
  /** After how many milliseconds, batches or texts. */
  after: number;
  /** Whether one who does nothing waits for the time-out, which takes a second. */
  isPatient: boolean;
}

interface Outcome {
  batches: Float32Array[][];
  error?: unknown;
  aborted: boolean;
  left: boolean;
  /** Whether a batch came after the abort. */
  isLate: boolean;
  /** How many listeners stay on the signal. */
  listeners: number;
  /** Whether the source of the texts was opened and never closed. */
  isSourceOpen: boolean;
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
  const outcome = await play(scene, server.base);
  await Promise.all(server.requests.map((_, index) => server.clientGone(index)));
  const fault = faultOf(outcome, scene, server.requests.length);
  return fault && `${JSON.stringify(scene)}: ${fault}`;
}

async function play(scene: Scene, baseUrl: string): Promise<Outcome> {
  const { textCount, batchSize, act, after, isPatient } = scene;
  const timeoutMs = isPatient ? 1000 : 60_000;
  const client = new OllamaEmbeddingClient({ baseUrl, model: "m", timeoutMs });
  const controller = new CountedController();
  const { signal } = controller;
  const batches: Float32Array[][] = [];
  let error: unknown;
  let left = false;
  let isLate = false;
  let isSourceOpen = false;
  function* source() {
    isSourceOpen = true;
    try {
      for (let index = 0; index < textCount; index++) {
        if (act === "throw in the source" && index === after) throw THROWN;
        yield String(index);
      }
    } finally {
      isSourceOpen = false;
    }
  }
  const onProgress = () => {
    if (batches.length < after) return;
    if (act === "abort in onProgress") controller.abort();
    if (act === "throw in onProgress") throw THROWN;
  };
  const isTimed = act === "abort after a while" || (isEndless(scene) && !isPatient);
  const wait = act === "abort after a while" ? after : 50;
  const timer = isTimed ? setTimeout(() => controller.abort(), wait) : undefined;
  if (act === "abort before") controller.abort();
  try {
    for await (const batch of client.embedMany(source(), { batchSize, signal, onProgress })) {
      batches.push(batch);
      isLate ||= signal.aborted;
      left = act === "leave" && batches.length > after;
      if (left) break;
    }
  } catch (thrown) {
    error = thrown;
  } finally {
    clearTimeout(timer);
  }
  const { listeners } = controller;
  return { batches, error, aborted: signal.aborted, left, isLate, listeners, isSourceOpen };
}

function isEndless({ trouble }: Scene): boolean {
  return trouble === "silence" || trouble === "open";
}

function faultOf(outcome: Outcome, scene: Scene, requestCount: number): string | undefined {
  const { batches, error, left, isLate, listeners, isSourceOpen } = outcome;
  const { isOld, textCount, batchSize, troubled } = scene;
  const seen = batches.map((batch) => batch.map(([first]) => first));
  const texts = Array.from({ length: textCount }, (_, index) => index);
  const expected = Array.from(
    { length: batches.length },
    (_, index) => texts.slice(index * batchSize, (index + 1) * batchSize),
  );
  if (JSON.stringify(seen) !== JSON.stringify(expected)) {
    return `read ${JSON.stringify(seen)}, expected ${JSON.stringify(expected)}`;
  }
  const batchCount = Math.ceil(textCount / batchSize);
  if (error === undefined && !left && batches.length < batchCount) return `lost batches: ${seen}`;
  if (isLate) return "goes on after the abort";
  if (error instanceof EmbeddingError) {
    const perRequest = isOld ? 1 : batchSize;
    const before = Math.max(0, Math.floor((troubled - 1) * perRequest / batchSize));
    if (batches.length !== before) return `${batches.length} batches before the failed one`;
  }
  // The probe, the batches that were read, the one that is due and the one ahead of it.
  const maxRequests = 1 + (batches.length + 2) * (isOld ? batchSize : 1);
  if (requestCount > maxRequests) return `${requestCount} requests`;
  if (listeners > 0) return `${listeners} listeners stay`;
  if (isSourceOpen) return "the source stays open";
  return mayEndSo(outcome, scene) ? undefined : `ends with ${Deno.inspect(error)}`;
}

function mayEndSo({ error, aborted }: Outcome, { act, trouble }: Scene): boolean {
  if (error === undefined) return true;
  if (error === THROWN) return act.startsWith("throw");
  if (error instanceof EmbeddingError) return error.code === CODES[trouble];
  return error instanceof Error && error.name === "AbortError" && aborted;
}
