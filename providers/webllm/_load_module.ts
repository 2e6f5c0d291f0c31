// Copyright 2026 the Rivulet authors. MIT license.

import { ProviderError } from "../errors.ts";
import type { EngineModule } from "./_engine.ts";

/** The module of the engine; throws a ProviderError of code `engine` if it cannot be had. */
export async function loadModule(loadEngine: () => Promise<unknown>): Promise<EngineModule> {
  try {
    return await loadEngine() as EngineModule;
  } catch (cause) {
    const message = "Check the connection and reload the page, the engine file could not be loaded";
    throw new ProviderError("engine", message, { cause });
  }
}
