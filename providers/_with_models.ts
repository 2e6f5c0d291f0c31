// Copyright 2026 the Rivulet authors. MIT license.

import type { ListModels, LLMProvider, LLMStreamProvider } from "../_internal/core/types.ts";

/** A provider that lists its models, which its type tells. */
export function withModels(provider: LLMStreamProvider, models: ListModels): LLMProvider {
  return { ...provider, models };
}
