// Copyright 2026 the Rivulet authors. MIT license.

import { ProviderError } from "./provider_error.ts";

/** The error of an option that is missing or wrong. */
export function configError(message: string, cause?: unknown): ProviderError {
  return new ProviderError("config", message, { cause });
}
