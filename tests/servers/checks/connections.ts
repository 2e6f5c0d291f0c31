// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals } from "@std/assert";
import { ask } from "../ask.ts";
import type { Check, Findings } from "../check.ts";
import type { Outside } from "../outside.ts";
import { configOf, LONG_STORY, providerOf, type Target } from "../target.ts";
import { until } from "../until.ts";

const QUESTIONS = 3;

/**
 * No connection is thrown away. There may be two of them: some platforms open one more while that of
 * the answer before comes back, and keep both.
 */
async function areReused(
  target: Target,
  { detail, habit }: Findings,
  outside: Outside,
): Promise<void> {
  const config = configOf(target, 3);
  for (let question = 0; question < QUESTIONS; question++) {
    await ask(target, config, { prompt: "Hello" });
  }
  const { opened, leftByClient, leftByServer } = await outside.counts();
  assertEquals(leftByClient, 0, "connections that the library threw away");
  detail(`${QUESTIONS} questions over ${opened === 1 ? "1 connection" : `${opened} connections`}`);
  if (leftByServer > 0) habit("closes the connection after each answer");
}

async function closeAtOnce(target: Target, _: Findings, outside: Outside): Promise<void> {
  const config = configOf(target, 1500);
  for await (const token of providerOf(target).tokens(config, { prompt: LONG_STORY })) {
    assert(token !== "");
    break;
  }
  await until(async () => {
    const { opened, leftByClient } = await outside.counts();
    return opened === leftByClient;
  }, "the client to close");
}

/** What holds for connections. */
export const connections: readonly Check[] = [
  { name: "connections serve one question after another", isCounted: true, run: areReused },
  { name: "the connection of an answer that is left is closed", isCounted: true, run: closeAtOnce },
];
