// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals } from "@std/assert";
import { ask } from "../ask.ts";
import type { Check, Findings } from "../check.ts";
import { startCounter } from "../connection_counter.ts";
import { readWhole } from "../recording.ts";
import { configOf, LONG_STORY, providerOf, type Target } from "../target.ts";

const QUESTIONS = 3;

async function areReused(target: Target, { detail, habit }: Findings): Promise<void> {
  const needed = await connectionsOf(target, (config) => ask(target, config, { prompt: "Hello" }));
  // The same requests by a plain fetch whose bodies are read to their ends: it shows what the server
  // allows.
  const plain = await connectionsOf(
    target,
    (config) => ask(target, { ...config, fetch: readWhole }, { prompt: "Hello" }),
  );
  assertEquals(needed, plain);
  detail(`${QUESTIONS} questions over ${needed === 1 ? "1 connection" : `${needed} connections`}`);
  if (plain > 1) habit("closes the connection after each answer");
}

async function connectionsOf(
  target: Target,
  askOnce: (config: ReturnType<typeof configOf>) => Promise<unknown>,
): Promise<number> {
  await using counter = startCounter(target.baseUrl);
  const config = { ...configOf(target, 3), baseUrl: counter.baseUrl };
  for (let question = 0; question < QUESTIONS; question++) await askOnce(config);
  return counter.count();
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
