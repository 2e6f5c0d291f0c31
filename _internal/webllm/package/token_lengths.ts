// Copyright 2026 the Rivulet authors. MIT license.

import type { Engine } from "./engine_module.ts";

/** Where the engine keeps its tokenizer; private to the package, so each part may be missing. */
interface Inside {
  readonly loadedModelIdToPipeline?: ReadonlyMap<string, {
    readonly tokenizer?: { encode?(text: string): ArrayLike<number> };
  }>;
}

/**
 * How many tokens the model's own tokenizer makes of each text; undefined where this version of the
 * engine keeps it somewhere else.
 */
export function tokenLengths(
  engine: Engine,
  model: string,
  texts: readonly string[],
): number[] | undefined {
  const tokenizer = (engine as Inside).loadedModelIdToPipeline?.get(model)?.tokenizer;
  if (typeof tokenizer?.encode !== "function") return undefined;
  return texts.map((text) => tokenizer.encode!(text).length);
}
