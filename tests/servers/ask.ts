// Copyright 2026 the Rivulet authors. MIT license.

import {
  type LLMFinish,
  type LLMProviderConfig,
  type LLMTokenRequest,
  ProviderError,
} from "@rivulet/llm";
import { providerOf, type Target } from "./target.ts";

/** What came of a question. */
export interface Asked {
  readonly tokens: readonly string[];
  readonly reasoning: readonly string[];
  readonly finish: LLMFinish;
}

/** Asks a question to its end. */
export async function ask(
  target: Target,
  config: LLMProviderConfig,
  { mayLeaveOut = false, ...request }: LLMTokenRequest & {
    /** Whether something may come that is not of this answer, as another choice. */
    mayLeaveOut?: boolean;
  },
): Promise<Asked> {
  const tokens: string[] = [];
  const reasoning: string[] = [];
  let finish: LLMFinish | undefined;
  const answer = providerOf(target).tokens(config, {
    ...request,
    onReasoning: (text) => reasoning.push(text),
    onFinish: (summary) => finish = summary,
  });
  for await (const token of answer) tokens.push(token);
  if (finish === undefined) throw new Error("onFinish was not called");
  if (finish.skipped && !mayLeaveOut) {
    throw new Error(`Not understood: ${JSON.stringify(finish.skipped)}`);
  }
  return { tokens, reasoning, finish };
}

/** The error that a question must end with. */
export async function askInVain(
  target: Target,
  config: LLMProviderConfig,
  request: LLMTokenRequest,
): Promise<ProviderError> {
  let tokens: readonly string[];
  try {
    ({ tokens } = await ask(target, config, request));
  } catch (error) {
    if (error instanceof ProviderError) return error;
    throw error;
  }
  throw new Error(`Was answered with ${JSON.stringify(tokens.join("").slice(0, 80))}`);
}

/** An error in one line, for the report. */
export function lineOf({ code, status, reason, message }: ProviderError): string {
  return `${code} ${status ?? ""} ${JSON.stringify(reason ?? message)}`.replace("  ", " ");
}
