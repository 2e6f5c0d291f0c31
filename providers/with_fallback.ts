// Copyright 2026 the Rivulet authors. MIT license.

import { checkKind } from "../_internal/core/batching/check_options.ts";
import { ProviderError } from "../_internal/core/provider_error.ts";
import type {
  LLMProviderConfig,
  LLMProviderDefinition,
  LLMStreamProvider,
} from "../_internal/core/types.ts";
import { Attempt, mayPass, tell, withAnswers } from "./_wrapping.ts";
import { defineProvider } from "./define_provider.ts";

/** A provider to ask where the one before it cannot answer. */
export interface Fallback {
  /** The provider. */
  readonly provider: LLMStreamProvider<string>;
  /** How to reach its model. */
  readonly config: LLMProviderConfig;
}

/** What {@linkcode withFallback} tells. */
export interface FallbackOptions {
  /** Called before another provider is asked; what it throws rejects the answer. */
  onFallback?: ((error: ProviderError, change: FallbackChange) => unknown) | undefined;
}

/** Which provider is asked in place of which. */
export interface FallbackChange {
  /** The one that failed. */
  readonly from: LLMProviderDefinition<string>;
  /** The one that is asked next. */
  readonly to: LLMProviderDefinition<string>;
}

/** Failures that are of one provider or model, and do not pass by themselves. */
const OF_THIS_PROVIDER = ["unsupported", "download-required", "engine"];

/**
 * A provider that asks another one if it cannot answer itself. It does so after the failures that
 * {@linkcode withRetry} retries, after the codes `unsupported`, `download-required` and `engine`, and
 * after a status of 404. It does so only before anything of the answer was delivered, reasoning
 * included. A wrong option, an abort and a status of 400 or 401 are thrown as they are. If all
 * providers fail, the last one's error is thrown.
 *
 * Texts go to every provider that you name. With a remote one behind a local one, they leave the
 * machine when the local one is down.
 *
 * @param provider The provider to ask first, with the configuration of the question.
 * @param fallbacks The others in their order, each with a configuration of its own.
 * @param options Whom to tell.
 * @returns The first provider with other answers; its list of models and all else stay.
 *
 * @example A model in the browser where no server runs
 * ```ts
 * import { ollama, webllm, withFallback } from "@rivulet/llm";
 *
 * const model = "Llama-3.2-1B-Instruct-q4f16_1-MLC";
 * const provider = withFallback(ollama, [{ provider: webllm, config: { baseUrl: "", model } }]);
 * console.log(provider.definition.id); // local-a
 * ```
 */
export function withFallback<Provider extends LLMStreamProvider<string>>(
  provider: Provider,
  fallbacks: readonly Fallback[],
  options?: FallbackOptions | null,
): Provider {
  const { onFallback } = options ?? {};
  checkKind("onFallback", onFallback, "function");
  if (!Array.isArray(fallbacks)) throw new TypeError("Set fallbacks to an array of providers");
  const answers = defineProvider(provider.definition, async function* (config, request, signal) {
    const all: readonly Fallback[] = [{ provider, config }, ...fallbacks];
    for (const [index, asked] of all.entries()) {
      const attempt = new Attempt();
      try {
        return yield* attempt.tokens(asked.provider, asked.config, { ...request, signal });
      } catch (error) {
        const next = all[index + 1];
        const isFinal = next === undefined || attempt.hasDelivered || signal.aborted;
        if (isFinal || !mayAnswerElsewhere(error)) throw error;
        const change = { from: asked.provider.definition, to: next.provider.definition };
        await tell(() => onFallback?.(error, change));
      }
    }
  });
  return withAnswers(provider, answers);
}

function mayAnswerElsewhere(error: unknown): error is ProviderError {
  if (mayPass(error)) return true;
  if (!(error instanceof ProviderError)) return false;
  return OF_THIS_PROVIDER.includes(error.code) || error.status === 404;
}
