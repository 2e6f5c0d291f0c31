// Copyright 2026 the Rivulet authors. MIT license.

// A server that dies in the middle of an answer, is away, and comes back.

import { assert, assertEquals } from "@std/assert";
import { formatProviderError, ProviderError } from "@rivulet/llm";
import { ask, askInVain, lineOf } from "../ask.ts";
import type { Check, Findings } from "../check.ts";
import type { Outside } from "../outside.ts";
import { configOf, LONG_STORY, providerOf, type Target } from "../target.ts";

async function killedAndStartedAgain(
  target: Target,
  { detail }: Findings,
  outside: Outside,
): Promise<void> {
  let count = 0;
  const tokens = providerOf(target).tokens(configOf(target, 1500), { prompt: LONG_STORY });
  let broken: unknown;
  try {
    for await (const _token of tokens) if (++count === 2) await outside.kill();
  } catch (error) {
    broken = error;
  }
  assert(broken instanceof ProviderError, `killed in an answer: ${broken}`);
  assertEquals(broken.code, "stream", lineOf(broken));
  assert(count >= 2, "the tokens before were not delivered");
  detail(`killed in an answer: ${lineOf(broken)}`);

  const away = await askInVain(target, configOf(target, 4), { prompt: "Hello" });
  assertEquals(away.code, "network", lineOf(away));
  detail(`away: ${lineOf(away)}`);
  assert(formatProviderError(away, "local") !== away.message, "does not say what to check");

  await outside.start();
  const { tokens: again } = await ask(target, configOf(target, 4), { prompt: "Hello" });
  assert(again.length > 0, "no answer after the start");
  detail("answers again");
}

/** What holds for servers that come and go. */
export const restarts: readonly Check[] = [
  {
    name: "killed in an answer, away, started again: each is told",
    skipped: ({ canBeKilled }) => canBeKilled ? undefined : "needs the command that starts it",
    run: killedAndStartedAgain,
  },
];
