// Copyright 2026 the Rivulet authors. MIT license.

import type { ProviderMessage } from "@rivulet/llm/providers";

/** A request as the library sends it. */
export interface SentRequest {
  /** Where it goes; undefined for a model in this browser. */
  readonly url: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly model: string;
  readonly messages: readonly ProviderMessage[];
}
