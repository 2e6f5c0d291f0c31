// Copyright 2026 the Rivulet authors. MIT license.

import type { ModuleEngine } from "./engine_module.ts";

/** How a model's texts are put together for it. */
export interface Template {
  readonly "system_template"?: string;
  readonly roles?: Readonly<Record<string, string>>;
  readonly "role_templates"?: Readonly<Record<string, string>>;
  readonly seps?: readonly string[];
  readonly "stop_str"?: readonly string[];
  readonly "stop_token_ids"?: readonly number[];
  readonly "system_prefix_token_ids"?: readonly number[];
}

interface Tokenizer {
  encode?(text: string): ArrayLike<number>;
  idToToken?(id: number): string;
}

/** The package keeps these to itself, so each part may be missing in another version. */
interface Inside {
  readonly loadedModelIdToPipeline?: ReadonlyMap<string, { readonly tokenizer?: Tokenizer }>;
  readonly loadedModelIdToChatConfig?: ReadonlyMap<string, { readonly "conv_template"?: Template }>;
}

/** The tokenizer of a loaded model. */
export function tokenizerOf(engine: ModuleEngine, model: string): Tokenizer | undefined {
  return (engine as Inside).loadedModelIdToPipeline?.get(model)?.tokenizer;
}

/** The template of a loaded model. */
export function templateOf(engine: ModuleEngine, model: string): Template {
  return (engine as Inside).loadedModelIdToChatConfig?.get(model)?.conv_template ?? {};
}

/**
 * How many tokens the model's own tokenizer makes of each text; undefined where this version of the
 * engine keeps it somewhere else.
 */
export function tokenLengths(
  engine: ModuleEngine,
  model: string,
  texts: readonly string[],
): number[] | undefined {
  const tokenizer = tokenizerOf(engine, model);
  if (typeof tokenizer?.encode !== "function") return undefined;
  return texts.map((text) => tokenizer.encode!(text).length);
}
