// Copyright 2026 the Rivulet authors. MIT license.

import { asNumber, asObject, asText, type JsonObject } from "../core/json.ts";
import type { LLMModel } from "../core/types.ts";

/** Words in the name or the family of a model that makes vectors and cannot answer. */
const EMBEDDING_FAMILY = /(?:^|[-_])bert$|^bert/i;

/** The models in an answer of `/v1/models`; undefined if it is no list of models. */
export function readModelList(answer: unknown): LLMModel[] | undefined {
  const { data, models } = asObject(answer);
  // Some services answer with the bare list. llama.cpp has both members; `data` says more.
  return readEntries([answer, data, models], (entry) => {
    const name = nameIn(entry, ["id", "name", "model"]);
    return name === undefined ? undefined : {
      name,
      ...optional("owner", asText(entry.owned_by)),
      ...optional("embeds", embeds(entry)),
      ...optional("contextLength", contextLengthOf(entry)),
      ...optional("sizeBytes", asNumber(asObject(entry.meta).size)),
    };
  });
}

/** The models in an answer of Ollama's `/api/tags`; undefined if it is no list of models. */
export function readOllamaList(answer: unknown): LLMModel[] | undefined {
  const { models } = asObject(answer);
  // Ollama without a model once said null.
  return readEntries(models === null ? [[]] : [models], (entry) => {
    const name = nameIn(entry, ["name", "model"]);
    const { details, size } = entry;
    const { context_length: contextLength, family } = asObject(details);
    return name === undefined ? undefined : {
      name,
      ...optional("embeds", embeds(entry) ?? (isEmbeddingFamily(family) || undefined)),
      ...optional("contextLength", asNumber(contextLength)),
      ...optional("sizeBytes", asNumber(size)),
    };
  });
}

/** What is read of the first list among some values; what says no name is passed by. */
function readEntries(
  values: readonly unknown[],
  read: (entry: JsonObject) => LLMModel | undefined,
): LLMModel[] | undefined {
  const list = values.find(Array.isArray) ?? (values.includes(null) ? [] : undefined);
  return list?.map((entry) => read(asObject(entry))).filter((model) => model !== undefined);
}

/** Servers that imitate another may leave out one of its members. */
function nameIn(entry: JsonObject, places: readonly string[]): string | undefined {
  return places.map((place) => asText(entry[place])).find((text) => text?.trim());
}

/** Whether a model makes vectors, as far as the server tells: LM Studio and others by its type. */
function embeds({ type, capabilities }: JsonObject): boolean | undefined {
  if (Array.isArray(capabilities)) {
    return capabilities.includes("embedding") && !capabilities.includes("completion");
  }
  const kind = asText(type);
  return kind === undefined || kind === "model" ? undefined : /^embedding/.test(kind);
}

function isEmbeddingFamily(family: unknown): boolean {
  return EMBEDDING_FAMILY.test(asText(family) ?? "");
}

/** llama.cpp, vLLM, OpenRouter, LM Studio and Groq each have a name of their own for it. */
function contextLengthOf(entry: JsonObject): number | undefined {
  return asNumber(asObject(entry.meta).n_ctx) ?? asNumber(entry.max_model_len) ??
    asNumber(entry.context_length) ?? asNumber(entry.max_context_length) ??
    asNumber(entry.context_window);
}

function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { [Key in Name]?: Value } {
  return value === undefined ? {} : { [name]: value } as { [Key in Name]: Value };
}
