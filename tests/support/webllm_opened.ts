// Copyright 2026 the Rivulet authors. MIT license.

import type { Engine, EngineConfig } from "../../providers/webllm/_engine.ts";
import { openedPackageText } from "./webllm_package.ts";
import { chatConfig, type OpenedPackage } from "./webllm_script.ts";

/** The real package, opened for a script. */
export async function openPackage(): Promise<OpenedPackage> {
  const file = await Deno.makeTempFile({ suffix: ".mjs" });
  await Deno.writeTextFile(file, await openedPackageText());
  try {
    return await import(new URL(file, "file:").href);
  } finally {
    await Deno.remove(file);
  }
}

/**
 * The package's own engine, but for the load: it puts a scripted pipeline into the places that the
 * load fills.
 */
export function loadedEngine(
  { MLCEngine, opened }: OpenedPackage,
  config: EngineConfig,
  load: () => { type: number; pipeline: object },
): Engine {
  const engine = new MLCEngine(config);
  const fields = engine as unknown as Record<string, Map<string, unknown>>;
  engine.reload = (model) => {
    const { type, pipeline } = load();
    fields.loadedModelIdToPipeline!.set(model, pipeline);
    fields.loadedModelIdToChatConfig!.set(model, chatConfig);
    fields.loadedModelIdToModelType!.set(model, type);
    fields.loadedModelIdToLock!.set(model, new opened.Lock());
    return Promise.resolve();
  };
  return engine;
}
