// Copyright 2026 the Rivulet authors. MIT license.

import { rememberCallbackError } from "../_internal/core/callback_errors.ts";
import { ProviderError } from "../_internal/core/provider_error.ts";
import type {
  LLMProviderConfig,
  LLMStreamProvider,
  LLMTokenRequest,
} from "../_internal/core/types.ts";

// What the wrappers of providers have in common.

/** One try at an answer, and whether anything of it has reached the caller. */
export class Attempt {
  #hasDelivered = false;

  /** Whether a token or a piece of reasoning was handed on: nothing may be asked anew then. */
  get hasDelivered(): boolean {
    return this.#hasDelivered;
  }

  /** The tokens of a provider; its progress is no part of the answer. */
  async *tokens(
    provider: LLMStreamProvider<string>,
    config: LLMProviderConfig,
    request: LLMTokenRequest,
  ): AsyncGenerator<string> {
    const onReasoning = (text: string): unknown => {
      this.#hasDelivered = true;
      return request.onReasoning?.(text);
    };
    for await (const token of provider.tokens(config, { ...request, onReasoning })) {
      this.#hasDelivered = true;
      yield token;
    }
  }
}

/** A provider with other answers; all else that it has, such as its list of models, stays. */
export function withAnswers<Provider extends LLMStreamProvider<string>>(
  provider: Provider,
  answers: Pick<LLMStreamProvider<string>, "stream" | "tokens">,
): Provider {
  return { ...provider, stream: answers.stream, tokens: answers.tokens };
}

/** Statuses of a server that may answer in a while: too slow, too early, too many, or its fault. */
const PASSING = [408, 425, 429];

/** Whether what failed may pass by itself. A permission that is missing stays so. */
export function mayPass(error: unknown): error is ProviderError {
  if (!(error instanceof ProviderError)) return false;
  const { code, status = 0, cause } = error;
  if (code === "network") return !/NotCapable|PermissionDenied/.test(String(cause));
  if (code === "http") return PASSING.includes(status) || status >= 500;
  return code === "timeout" || code === "stream";
}

/** Calls a function of the caller and waits for it; what it throws is the caller's own error. */
export async function tell(callback: () => unknown): Promise<void> {
  try {
    await callback();
  } catch (error) {
    rememberCallbackError(error);
    throw error;
  }
}
