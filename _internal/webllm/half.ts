// Copyright 2026 the Rivulet authors. MIT license.

import type { ListModels, TokenSource } from "../core/types.ts";
import { ModelScheduler } from "./model_scheduler.ts";
import { webllmModels } from "./models.ts";
import { webllmSource } from "./source.ts";
import type { WebLLMProviderOptions } from "./types.ts";

/** The half of the library that is for one engine. */
export interface WebLLMHalf {
  readonly scheduler: ModelScheduler;
  readonly source: TokenSource;
  readonly models: ListModels;
}

export function webllmHalf(options: WebLLMProviderOptions): WebLLMHalf {
  const scheduler = new ModelScheduler(options);
  return { scheduler, source: webllmSource(scheduler), models: webllmModels(scheduler) };
}
