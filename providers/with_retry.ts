// Copyright 2026 the Rivulet authors. MIT license.

import { checkKind } from "../_internal/core/batching/check_options.ts";
import type { ProviderError } from "../_internal/core/provider_error.ts";
import type { LLMStreamProvider } from "../_internal/core/types.ts";
import { Attempt, mayPass, tell, withAnswers } from "./_wrapping.ts";
import { defineProvider } from "./define_provider.ts";

/** How {@linkcode withRetry} asks again. */
export interface RetryOptions {
  /**
   * How often a question is asked again.
   *
   * @default {2}
   */
  retries?: number | undefined;
  /**
   * How long any wait may be, in milliseconds, also one that a server asks for.
   *
   * @default {30_000}
   */
  maxWaitMs?: number | undefined;
  /** Called before each wait; what it throws rejects the answer. A promise of it is waited for. */
  onRetry?: ((error: ProviderError, retry: Retry) => unknown) | undefined;
}

/** A question that will be asked again. */
export interface Retry {
  /** Which try comes next, counted from 1. */
  readonly attempt: number;
  /** How long it waits before, in milliseconds. */
  readonly waitMs: number;
}

/** The first wait where the server names none; each further one is twice as long. */
const FIRST_WAIT_MS = 500;

/**
 * A provider that asks again when a server is away or busy. It retries after the codes `network`,
 * `timeout` and `stream`, and after a status of 408, 425, 429 or 5xx. It does so only before anything
 * of the answer was delivered, reasoning included, and never after an abort.
 *
 * It waits as long as the server asks to (`retryAfterMs`). Otherwise it waits half a second, then
 * twice as long each time, less a random part of up to a half. The last error is thrown.
 *
 * @param provider The provider to ask.
 * @param options How often, and how long at most.
 * @returns The provider with other answers; its list of models and all else stay.
 * @throws {RangeError} If an option is negative or not a number.
 *
 * @example Be patient with a busy service
 * ```ts
 * import { openaiCompatible, withRetry } from "@rivulet/llm";
 *
 * const patient = withRetry(openaiCompatible, {
 *   onRetry: ({ message }, { waitMs }) => console.log(`${message}, again in ${waitMs} ms`),
 * });
 * console.log(patient.definition.id); // standard-compatible
 * ```
 */
export function withRetry<Provider extends LLMStreamProvider<string>>(
  provider: Provider,
  options?: RetryOptions | null,
): Provider {
  const { onRetry } = options ?? {};
  const retries = options?.retries ?? 2;
  const maxWaitMs = options?.maxWaitMs ?? 30_000;
  checkKind("onRetry", onRetry, "function");
  checkCount("retries", retries);
  checkCount("maxWaitMs", maxWaitMs);
  const answers = defineProvider(provider.definition, async function* (config, request, signal) {
    for (let retry = 0;; retry++) {
      const attempt = new Attempt();
      try {
        return yield* attempt.tokens(provider, config, { ...request, signal });
      } catch (error) {
        const isFinal = retry >= retries || attempt.hasDelivered || signal.aborted;
        if (isFinal || !mayPass(error)) throw error;
        const waitMs = Math.min(error.retryAfterMs ?? backOff(retry), maxWaitMs);
        await tell(() => onRetry?.(error, { attempt: retry + 2, waitMs }));
        await wait(waitMs, signal);
      }
    }
  });
  return withAnswers(provider, answers);
}

function checkCount(name: string, value: number): void {
  if (Number.isFinite(value) && value >= 0) return;
  throw new RangeError(`Set ${name} to a number of 0 or more, got ${value}`);
}

/** By chance up to a half less, so that callers who failed together do not ask together. */
function backOff(retry: number): number {
  return Math.round(FIRST_WAIT_MS * 2 ** retry * (1 - Math.random() / 2));
}

/** Waits, or rejects with the reason of the signal. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
