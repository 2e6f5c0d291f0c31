// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderDefinition } from "@rivulet/llm/providers";

/**
 * Who is asked: a provider, its address and a model. That of a local server is open until it was
 * chosen or asked for.
 */
export interface Target {
  readonly definition: LLMProviderDefinition;
  readonly baseUrl: string;
  readonly model: string | undefined;
  /** What a local server is called, once it has told. */
  readonly serverName?: string | undefined;
}
