// Copyright 2026 the Rivulet authors. MIT license.

// What a server tells of itself and of its models.

import type { Kind } from "./target.ts";

/** A server that answers, or that does not. */
export interface Place {
  readonly kind: Kind;
  readonly baseUrl: string;
  readonly key?: string | undefined;
  /** What a gateway wants beside the key. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The JSON at a path of the server, or undefined where it has none. */
export async function readJson(place: Place, path: string): Promise<unknown> {
  try {
    const response = await get(place, path);
    if (response.ok) return await response.json();
    await response.body?.cancel();
  } catch {
    // Not there, or no JSON: either way it tells nothing.
  }
  return undefined;
}

/**
 * Whether the server is ready: it lists its models. Where a person has named the model, it may also
 * fail to list them, but not say that it is still away.
 */
export async function isUp(place: Place, isNamed: boolean): Promise<boolean> {
  try {
    const response = await get(place, listPathOf(place));
    await response.body?.cancel();
    return response.ok || isNamed && ![502, 503, 504].includes(response.status);
  } catch {
    return false;
  }
}

function get({ baseUrl, key, headers }: Place, path: string): Promise<Response> {
  const auth: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return fetch(baseUrl + path, { headers: { ...headers, ...auth } });
}

function listPathOf({ kind }: Place): string {
  return kind === "ollama" ? "/api/tags" : "/v1/models";
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

/** The models of the server; none where it does not list them. */
export async function modelsOf(place: Place): Promise<string[]> {
  const { models, data } = asRecord(await readJson(place, listPathOf(place)));
  const [list, field] = place.kind === "ollama" ? [models, "name"] : [data, "id"];
  if (!Array.isArray(list)) return [];
  return list.map((model) => fieldOf(model, field)).filter((name) => name !== undefined);
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
