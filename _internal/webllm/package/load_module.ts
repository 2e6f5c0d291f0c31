// Copyright 2026 the Rivulet authors. MIT license.

import type { EngineModule } from "./engine_module.ts";
import { importError } from "../failures/import_error.ts";

/** The module of the engine; throws a ProviderError if it cannot be had. */
export async function loadModule(loadEngine: () => Promise<unknown>): Promise<EngineModule> {
  try {
    return await loadEngine() as EngineModule;
  } catch (cause) {
    throw importError(cause, "the engine file");
  }
}
