// Copyright 2026 the Rivulet authors. MIT license.

import { ProviderError, type ProviderErrorDetails } from "./provider_error.ts";

/** The error of an answer that fails after its status said 200. */
export function streamError(why: string, details: ProviderErrorDetails = {}): ProviderError {
  return new ProviderError("stream", `Provider stream failed: ${why}`, details);
}
