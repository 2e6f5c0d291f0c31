// Copyright 2026 the Rivulet authors. MIT license.

import { callbackErrors } from "../../core/callback_errors.ts";
import { ProviderError } from "../../core/provider_error.ts";
import { EmbeddingError, type EmbeddingErrorCode } from "../../core/embedding_error.ts";

/** The function with errors of an embedding client: the engine room speaks of a provider. */
export function inOwnWords<Values extends unknown[], Result>(
  run: (...values: Values) => Promise<Result>,
): (...values: Values) => Promise<Result> {
  return async (...values) => {
    try {
      return await run(...values);
    } catch (error) {
      const isOurs = error instanceof ProviderError && !callbackErrors.has(error);
      throw isOurs ? embeddingError(error) : error;
    }
  };
}

/** The codes of the engine room are those of both classes. */
function embeddingError({ code, message, reason, cause }: ProviderError): EmbeddingError {
  return new EmbeddingError(code as EmbeddingErrorCode, message, { reason, cause });
}
