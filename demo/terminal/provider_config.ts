// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderConfig } from "@rivulet/llm";
import type { Target } from "../engines/choose.ts";
import { type Lengths, requestFields } from "./request_fields.ts";

/** What a target is asked with, beside the request. */
export interface AskedWith extends Lengths {
  readonly apiKey: string | undefined;
  /** Whether a model that runs in this program may be downloaded. */
  readonly download: boolean;
}

export function configFor(
  { definition: { id }, baseUrl, model }: Target,
  { apiKey, download, ...lengths }: AskedWith,
): LLMProviderConfig {
  return {
    baseUrl,
    model,
    apiKey,
    allowModelDownload: download,
    extraBody: requestFields({ id, baseUrl }, lengths),
  };
}
