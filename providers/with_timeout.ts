// Copyright 2026 the Rivulet authors. MIT license.

import { CallSignal } from "../_internal/core/call_signal.ts";
import { ProviderError } from "../_internal/core/provider_error.ts";
import type { LLMStreamProvider } from "../_internal/core/types.ts";
import { withAnswers } from "./_wrapping.ts";
import { defineProvider } from "./define_provider.ts";

/** How long {@linkcode withTimeout} waits. */
export interface TimeoutOptions {
  /** How long the first sign of life may take, in milliseconds. */
  firstMs: number;
  /**
   * How long each further one may take, in milliseconds.
   *
   * @default {firstMs}
   */
  silenceMs?: number | undefined;
}

/** What timers of all platforms can wait: a longer one would fire at once. */
const MAX_MS = 2 ** 31 - 1;

/**
 * A provider that gives up on a silent server. Tokens, reasoning and the progress of a load end the
 * silence; comments that only keep the connection open do not. The time that the caller takes
 * between two tokens does not count.
 *
 * Rejects with a {@linkcode ProviderError} of code `timeout`, and the request ends.
 *
 * @param provider The provider to ask.
 * @param options How long to wait.
 * @returns The provider with other answers; its list of models and all else stay.
 * @throws {RangeError} If a time is not a number from 1 to 2^31 - 1.
 *
 * @example Wait a minute for the first token, and ten seconds for each further one
 * ```ts
 * import { ollama, withTimeout } from "@rivulet/llm";
 *
 * const provider = withTimeout(ollama, { firstMs: 60_000, silenceMs: 10_000 });
 * console.log(provider.definition.id); // local-a
 * ```
 */
export function withTimeout<Provider extends LLMStreamProvider<string>>(
  provider: Provider,
  options: TimeoutOptions,
): Provider {
  const { firstMs, silenceMs: given } = options ?? {};
  const silenceMs = given ?? firstMs;
  checkTime("firstMs", firstMs);
  checkTime("silenceMs", silenceMs);
  const answers = defineProvider(provider.definition, async function* (config, request, signal) {
    const call = new CallSignal(signal);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let limit = firstMs;
    const watch = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => call.stop(silence(limit)), limit);
    };
    const live = (): void => {
      limit = silenceMs;
      watch();
    };
    const tokens = provider.tokens(config, {
      ...request,
      signal: call.signal,
      onReasoning: (text) => (live(), request.onReasoning?.(text)),
      onInitProgress: (...progress) => (live(), request.onInitProgress?.(...progress)),
    })[Symbol.asyncIterator]();
    try {
      while (true) {
        watch();
        const { done, value } = await tokens.next();
        clearTimeout(timer);
        if (done) return;
        limit = silenceMs;
        yield value;
      }
    } catch (error) {
      throw call.stopped ? call.error : error;
    } finally {
      clearTimeout(timer);
      call.release();
      await tokens.return?.();
    }
  });
  return withAnswers(provider, answers);
}

function checkTime(name: string, ms: number): void {
  if (Number.isFinite(ms) && ms >= 1 && ms <= MAX_MS) return;
  throw new RangeError(`Set ${name} to a number of milliseconds from 1 to ${MAX_MS}, got ${ms}`);
}

function silence(ms: number): ProviderError {
  return new ProviderError("timeout", `No sign of life came within ${ms} ms`);
}
