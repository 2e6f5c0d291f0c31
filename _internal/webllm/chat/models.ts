// Copyright 2026 the Rivulet authors. MIT license.

import { untilStopped } from "../../core/call_signal.ts";
import { checkSignal } from "../../core/options.ts";
import type { ListModels } from "../../core/types.ts";
import type { ModelScheduler } from "../session/model_scheduler.ts";

/** The models that an engine knows; the configuration of a provider says nothing of them. */
export function webllmModels(scheduler: ModelScheduler): ListModels {
  return async (_config, options) => {
    checkSignal(options);
    return await untilStopped(options?.signal, () => scheduler.models());
  };
}
