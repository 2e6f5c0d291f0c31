// Copyright 2026 the Rivulet authors. MIT license.

import type { ListModels, TokenSource } from "../../core/types.ts";
import { ModelScheduler } from "../session/model_scheduler.ts";
import { webllmModels } from "./models.ts";
import { webllmSource } from "./source.ts";
import type { WebLLMProviderOptions } from "../types.ts";

/** What answers with one engine, and lists its models. */
export interface WebLLMChat {
  readonly scheduler: ModelScheduler;
  readonly source: TokenSource;
  readonly models: ListModels;
}

export function webllmChat(options: WebLLMProviderOptions): WebLLMChat {
  const scheduler = new ModelScheduler(options);
  return { scheduler, source: webllmSource(scheduler), models: webllmModels(scheduler) };
}
