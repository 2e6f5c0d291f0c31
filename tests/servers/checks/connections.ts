// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals } from "@std/assert";
import { ask } from "../ask.ts";
import type { Check, Findings } from "../check.ts";
import { startCounter } from "../connection_counter.ts";
import { configOf, LONG_STORY, providerOf, type Target } from "../target.ts";

async function areReused(target: Target, { detail }: Findings): Promise<void> {
  await using counter = startCounter(target.baseUrl);
  const config = { ...configOf(target, 3), baseUrl: counter.baseUrl };
  for (let question = 1; question <= 3; question++) {
    await ask(target, config, { prompt: `Name ${question} rivers.` });
  }
  assertEquals(counter.count(), 1);
  detail("3 questions over 1 connection");
}

async function closeAtOnce(target: Target): Promise<void> {
  await using counter = startCounter(target.baseUrl);
  const config = { ...configOf(target, 1500), baseUrl: counter.baseUrl };
  for await (const token of providerOf(target).tokens(config, { prompt: LONG_STORY })) {
    assert(token !== "");
    break;
  }
  await counter.allClosed();
}

/** What holds for connections. */
export const connections: readonly Check[] = [
  { name: "connections serve one question after another", run: areReused },
  { name: "the connection of an answer that is left is closed", run: closeAtOnce },
];
