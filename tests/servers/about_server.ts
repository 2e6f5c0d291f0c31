// Copyright 2026 the Rivulet authors. MIT license.

// What a server tells of itself and of its models.

import type { Kind } from "./target.ts";

/** A server that answers, or that does not. */
export interface Place {
  readonly kind: Kind;
  readonly baseUrl: string;
  readonly key?: string | undefined;
}

/** The JSON at a path of the server, or undefined where it has none. */
export async function readJson({ baseUrl, key }: Place, path: string): Promise<unknown> {
  try {
    const headers: HeadersInit = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const response = await fetch(baseUrl + path, { headers });
    if (response.ok) return await response.json();
    await response.body?.cancel();
  } catch {
    // Not there, or no JSON: either way it tells nothing.
  }
  return undefined;
}

/** Whether the server lists its models, and thus is ready. */
export async function isUp(place: Place): Promise<boolean> {
  const path = place.kind === "ollama" ? "/api/tags" : "/v1/models";
  return await readJson(place, path) !== undefined;
}

/** The name and the version of the server, as far as it tells them. */
export async function nameOf(place: Place): Promise<string> {
  const version = fieldOf(await readJson(place, "/api/version"), "version");
  if (version !== undefined) return `Ollama ${version}`;
  const build = fieldOf(await readJson(place, "/props"), "build_info");
  if (build !== undefined) return `llama.cpp server ${build}`;
  const { info } = asRecord(await readJson(place, "/openapi.json"));
  if (fieldOf(info, "title")?.startsWith("LiteLLM")) return `LiteLLM ${fieldOf(info, "version")}`;
  const vllm = fieldOf(await readJson(place, "/version"), "version");
  if (vllm !== undefined) return `vLLM ${vllm}`;
  return "a server that does not tell its version";
}

/** The models of the server. */
export async function modelsOf(place: Place): Promise<string[]> {
  const list = place.kind === "ollama"
    ? await readJson(place, "/api/tags") as { models: { name: string }[] }
    : await readJson(place, "/v1/models") as { data: { id: string }[] };
  return "models" in list && place.kind === "ollama"
    ? list.models.map(({ name }) => name)
    : (list as { data: { id: string }[] }).data.map(({ id }) => id);
}

/** By their names, as nothing else tells it of every server. */
export function makesVectors(model: string): boolean {
  return /embed|minilm|bge|arctic/i.test(model);
}

function fieldOf(answer: unknown, name: string): string | undefined {
  const value = asRecord(answer)[name];
  return typeof value === "string" ? value : undefined;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
}
