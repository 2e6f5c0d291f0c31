// Copyright 2026 the Rivulet authors. MIT license.

import { getProviderById, type LLMProviderId } from "@rivulet/llm";
import { readVariable } from "./variables.ts";

const OLLAMA_PORT = "11434";

/** Where a provider is looked for, unless an address was named. */
export function usualAddress(provider: LLMProviderId): string {
  const { defaultBaseUrl } = getProviderById(provider).definition;
  const named = provider === "local-a" ? readVariable("OLLAMA_HOST") : undefined;
  return named === undefined ? defaultBaseUrl : ollamaAddress(named) ?? defaultBaseUrl;
}

/** Whether Ollama is where nobody would look for it. */
export function isOllamaElsewhere(): boolean {
  return usualAddress("local-a") !== getProviderById("local-a").definition.defaultBaseUrl;
}

/**
 * The address that `OLLAMA_HOST` means, read as Ollama does; undefined for none. A server that
 * listens at all addresses is reached at this machine's own.
 */
export function ollamaAddress(text: string): string | undefined {
  const [, scheme = "http", place = ""] = /^(?:(https?):\/\/)?(.*)$/i.exec(text.trim()) ?? [];
  const [, name = "", port, path = ""] = /^(\[[^\]]*\]|[^:/]*)(?::(\d+))?(\/.*)?$/.exec(place) ??
    [];
  const hasScheme = place.length < text.trim().length;
  const host = /^(0\.0\.0\.0|\[::\]|)$/.test(name) ? "localhost" : name;
  const address = `${scheme.toLowerCase()}://${host}` +
    (port !== undefined ? `:${port}` : hasScheme ? "" : `:${OLLAMA_PORT}`) + path;
  return URL.canParse(address) ? address : undefined;
}
