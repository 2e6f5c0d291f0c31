// Copyright 2026 the Rivulet authors. MIT license.

// A stopped question leaves the server free: it does not compute for nobody.

import { assert, assertEquals } from "@std/assert";
import { busyWith } from "../busy.ts";
import type { Check, Findings } from "../check.ts";
import { configOf, LONG_STORY, providerOf, type Target } from "../target.ts";
import { until } from "../until.ts";

/** To the end of such an answer it would be minutes. */
const MAX_TOKENS = 1500;

/** Longer than a token takes, even on a slow processor. */
const LONG_MS = 5000;

const BEGIN_MS = 1000;

/** About as many tokens; small models have room for 2048. New each time: servers keep what they read. */
function longPrompt(): string {
  return `${crypto.randomUUID()} ${"river ".repeat(1200)}\nWhat is this about?`;
}

async function stopWhileDecoding(target: Target, findings: Findings): Promise<void> {
  const controller = new AbortController();
  let count = 0;
  const error = await stopped(target, {
    prompt: LONG_STORY,
    signal: controller.signal,
    onToken: () => {
      if (++count === 3) controller.abort();
    },
  });
  if (error === undefined && count < 3) {
    findings.skip("the answer had ended before it could be stopped");
    return;
  }
  assertEquals(error?.name, "AbortError");
  assertEquals(count, 3, "tokens after the abort");
  await assertFree(target, findings);
}

async function stopInPrefill(target: Target, findings: Findings): Promise<void> {
  const controller = new AbortController();
  let count = 0;
  let isOver = false;
  const stopping = stopped(target, {
    prompt: longPrompt(),
    signal: controller.signal,
    onToken: () => void count++,
  }).finally(() => isOver = true);
  // Of a server that does not tell, the request has at least gone out.
  const begun = performance.now() + BEGIN_MS;
  await until(async () => {
    if (isOver || count > 0) return true;
    const busy = await busyWith(target);
    return busy === undefined ? performance.now() > begun : busy > 0;
  }, "the server to begin");
  const start = performance.now();
  const before = count;
  controller.abort();
  const error = await stopping;
  assertEquals(count, before, "tokens after the abort");
  if (error !== undefined) assertEquals(error.name, "AbortError", error.message);
  if (error === undefined || count > 0) {
    findings.skip("the server had read the prompt before it could be stopped");
    return;
  }
  findings.detail(`rejected after ${Math.round(performance.now() - start)} ms`);
  await assertFree(target, findings);
}

async function leavingTheLoop(target: Target, findings: Findings): Promise<void> {
  const config = stopConfig(target);
  for await (const token of providerOf(target).tokens(config, { prompt: LONG_STORY })) {
    assert(token !== "");
    break;
  }
  await assertFree(target, findings);
}

async function throwingCallback(target: Target, findings: Findings): Promise<void> {
  const own = new RangeError("enough");
  const error = await stopped(target, {
    prompt: LONG_STORY,
    signal: new AbortController().signal,
    onToken: () => {
      throw own;
    },
  });
  assert(error === own, "another error than the one thrown");
  await assertFree(target, findings);
}

function stopConfig(target: Target): ReturnType<typeof configOf> {
  // Ollama tells that a question has ended by unloading its model.
  return configOf(target, MAX_TOKENS, target.kind === "ollama" ? { "keep_alive": 0 } : {});
}

/** The error of a question; undefined where its answer came to its end. */
async function stopped(
  target: Target,
  request: { prompt: string; signal: AbortSignal; onToken: (token: string) => void },
): Promise<Error | undefined> {
  try {
    const whole = { ...request, contextSnippets: [] };
    await providerOf(target).stream(stopConfig(target), whole);
  } catch (error) {
    return error as Error;
  }
  return undefined;
}

async function assertFree(target: Target, { detail, habit }: Findings): Promise<void> {
  if (await busyWith(target) === undefined) {
    habit("does not tell whether it is busy");
    return;
  }
  const free = async () => await busyWith(target) === 0;
  const waited = await until(free, "the server to be free");
  detail(`free after ${waited} ms`);
  if (waited > LONG_MS) habit("finishes the part of the prompt that it reads before it stops");
}

/** What holds for questions that are stopped. */
export const stops: readonly Check[] = [
  { name: "a stop while it decodes frees the server", run: stopWhileDecoding },
  { name: "a stop while it reads the prompt frees the server", run: stopInPrefill },
  { name: "leaving the loop frees the server", run: leavingTheLoop },
  { name: "a callback that throws frees the server", run: throwingCallback },
];
