// Copyright 2026 the Rivulet authors. MIT license.

import {
  getProviderById,
  getProviderDefinitions,
  type LLMProviderDefinition,
  type LLMProviderId,
} from "@rivulet/llm/providers";
import {
  listModels,
  type LocalServer,
  localServers,
  ModelListError,
  ModelMissingError,
  type ServerModel,
} from "./local_server.ts";

/** A provider, where it is, and the model to ask there. */
export interface Engine {
  readonly definition: LLMProviderDefinition;
  /** The real name, as far as there is one. */
  readonly name: string;
  readonly baseUrl: string;
  readonly model: string;
}

/** What the person has decided. */
export interface EngineWish {
  readonly provider?: LLMProviderId | undefined;
  readonly baseUrl?: string | undefined;
  readonly model?: string | undefined;
}

/**
 * A local server on this machine answers at once or not at all; a stuck one must not hold up the
 * others.
 */
const PROBE_MS = 1500;

/** The engine that was asked for. Rejects where its server or its model is not there. */
export async function chosenEngine(
  provider: LLMProviderId,
  { baseUrl, model }: EngineWish,
  signal: AbortSignal,
): Promise<Engine> {
  const { definition } = getProviderById(provider);
  const address = baseUrl ?? definition.defaultBaseUrl;
  const server = localServers.get(provider);
  if (server === undefined) {
    return {
      definition,
      name: provider === "webllm" ? "WebLLM" : "remote",
      baseUrl: address,
      model: model ?? definition.defaultModel,
    };
  }
  const models = await modelsOf(server, address, { model, signal });
  return {
    definition,
    name: server.name,
    baseUrl: address,
    model: pickModel(definition, models, model),
  };
}

/**
 * The server's models. A server that does not list any is believed to have the one that was asked
 * for.
 */
async function modelsOf(
  server: LocalServer,
  address: string,
  { model, signal }: { model: string | undefined; signal: AbortSignal },
): Promise<ServerModel[]> {
  try {
    return await listModels(server, address, signal);
  } catch (error) {
    if (model === undefined || !(error instanceof ModelListError) || error.status !== 404) {
      throw error;
    }
    return [{ name: model, embeds: false }];
  }
}

/** The first local server that answers, or undefined. Rejects where it has no model to ask. */
export async function firstLocalEngine(
  wish: EngineWish,
  signal: AbortSignal,
): Promise<Engine | undefined> {
  for (const { id } of getProviderDefinitions().filter(({ id }) => localServers.has(id))) {
    try {
      return await chosenEngine(id, wish, AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)]));
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ModelMissingError) throw error;
      // Nothing answers there, or something else does: the next one may be what is looked for.
    }
  }
  return undefined;
}

function pickModel(
  { id, defaultModel }: LLMProviderDefinition,
  models: readonly ServerModel[],
  wanted: string | undefined,
): string {
  const { name, pullCommand } = localServers.get(id)!;
  const names = models.filter(({ embeds }) => !embeds).map((model) => model.name);
  if (wanted !== undefined) {
    const found = names.find((known) => known === wanted || known === `${wanted}:latest`);
    if (found !== undefined) return found;
    const choice = names.length === 0 ? "Run" : `Pick one you have (${names.join(", ")}), or run`;
    throw new ModelMissingError(
      `${wanted} is not installed. ${choice} \`${pullCommand(wanted)}\`.`,
    );
  }
  if (names.includes(defaultModel)) return defaultModel;
  const [first] = names;
  if (first === undefined) {
    throw new ModelMissingError(
      `${name} has no model that answers. Run \`${pullCommand(defaultModel)}\`.`,
    );
  }
  return first;
}
