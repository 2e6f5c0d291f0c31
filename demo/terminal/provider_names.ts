// Copyright 2026 the Rivulet authors. MIT license.

import { getProviderDefinitions, type LLMProviderId } from "@rivulet/llm";

/** A provider as people call it. */
interface NamedProvider {
  readonly id: LLMProviderId;
  /** Where its servers listen by themselves, where that is not where the provider looks. */
  readonly baseUrl?: string;
}

/** The names that the help tells, and the provider of each. */
export const PROVIDER_NAMES: ReadonlyMap<string, LLMProviderId> = new Map([
  ["ollama", "local-a"],
  ["lm-studio", "local-b"],
  ["openai", "standard-compatible"],
  ["webllm", "webllm"],
]);

/** Servers that speak like LM Studio. */
const OTHER_NAMES: ReadonlyMap<string, NamedProvider> = new Map([
  ["llama.cpp", { id: "local-b", baseUrl: "http://localhost:8080" }],
  ["vllm", { id: "local-b", baseUrl: "http://localhost:8000" }],
]);

/** The provider of a name or an id; undefined where there is none. */
export function providerNamed(text: string): NamedProvider | undefined {
  const name = text.toLowerCase().replace(/^lmstudio$/, "lm-studio");
  const id = PROVIDER_NAMES.get(name) ??
    getProviderDefinitions().find((definition) => definition.id === name)?.id;
  return id === undefined ? OTHER_NAMES.get(name) : { id };
}

/** All that may be written. */
export function providerWords(
  ids: readonly string[] = getProviderDefinitions().map(({ id }) => id),
): string[] {
  const named: string[] = [...PROVIDER_NAMES.values()];
  const nameless = ids.filter((id) => !named.includes(id));
  return [...PROVIDER_NAMES.keys(), ...nameless, ...OTHER_NAMES.keys()];
}

/** What people call a provider; one that has no name here yet, by its id. */
export function nameOfProvider(id: string): string {
  return [...PROVIDER_NAMES].find(([, one]) => one === id)?.[0] ?? id;
}
