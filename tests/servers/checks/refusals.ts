// Copyright 2026 the Rivulet authors. MIT license.

// Questions that a server refuses: the status, its words, and no secret in them.

import { assert, assertEquals } from "@std/assert";
import { formatProviderError, ProviderError } from "@rivulet/llm";
import { ask, askInVain, lineOf } from "../ask.ts";
import type { Check, Findings } from "../check.ts";
import { configOf, type Target } from "../target.ts";

/** For a prompt that a server without a limit goes on to read. */
const PATIENCE_MS = 120_000;

async function unknownModel(target: Target, { detail, habit }: Findings): Promise<void> {
  const config = { ...configOf(target, 4), model: "no-such-model" };
  try {
    await ask(target, config, { prompt: "Hello" });
  } catch (error) {
    assert(error instanceof ProviderError, String(error));
    assertRefused(error);
    assert(formatProviderError(error, "local").includes(error.message));
    detail(lineOf(error));
    return;
  }
  habit("answers with the model it has, whatever name is asked for");
}

async function wrongKey(target: Target, { detail }: Findings): Promise<void> {
  const apiKey = `${target.key}-wrong-0123456789`;
  const error = await askInVain(target, { ...configOf(target, 4), apiKey }, { prompt: "Hello" });
  assert([400, 401, 403].includes(error.status ?? 0), lineOf(error));
  assertRefused(error);
  assert(!JSON.stringify(error.toJSON()).includes(apiKey), "the key is in the error");
  detail(lineOf(error));
}

async function tooLongPrompt(target: Target, { detail, habit, skip }: Findings): Promise<void> {
  const prompt = "river ".repeat(40_000);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    const { finish } = await ask(target, configOf(target, 4), { prompt, signal });
    habit(`cuts a prompt that is too long without a word, to ${finish.usage?.promptTokens} tokens`);
  } catch (error) {
    if (signal.aborted) return skip(`it reads so much for longer than ${PATIENCE_MS / 1000} s`);
    assert(error instanceof ProviderError, String(error));
    assert(error.code === "http" || error.code === "stream", lineOf(error));
    assert(error.reason !== undefined, "no words");
    detail(lineOf(error));
  }
}

async function wrongOption(target: Target, { detail, habit }: Findings): Promise<void> {
  const extra = target.kind === "ollama" ? { format: "no such format" } : { temperature: "hot" };
  try {
    await ask(target, configOf(target, 4, extra), { prompt: "Hello" });
  } catch (error) {
    assert(error instanceof ProviderError, String(error));
    assert(error.reason !== undefined, "no words");
    detail(lineOf(error));
    return;
  }
  habit(`takes ${JSON.stringify(extra)} without a word`);
}

async function wrongPath(target: Target, { detail }: Findings): Promise<void> {
  const baseUrl = `${target.baseUrl}/nowhere`;
  const error = await askInVain(target, { ...configOf(target, 4), baseUrl }, { prompt: "Hello" });
  // Behind some gateways each address that is none shows a page.
  assert(error.code === "http" || error.code === "stream", lineOf(error));
  detail(lineOf(error));
}

function assertRefused(error: ProviderError): void {
  assertEquals(error.code, "http", lineOf(error));
  assert(error.status !== undefined && error.status >= 400, lineOf(error));
  assert(error.reason !== undefined && error.reason.trim() !== "", "no words");
  assert(error.message.includes(String(error.status)), error.message);
}

/** What holds for refusals. */
export const refusals: readonly Check[] = [
  { name: "an unknown model is refused with words", run: unknownModel },
  {
    name: "a wrong key is refused, and is not in the error",
    skipped: ({ key }) => key === undefined ? "asked without a key" : undefined,
    run: wrongKey,
  },
  { name: "a prompt that is too long is refused with words", run: tooLongPrompt },
  { name: "a wrong option is refused with words", run: wrongOption },
  { name: "a wrong address is refused", run: wrongPath },
];
