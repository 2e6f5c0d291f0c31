// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderId } from "@rivulet/llm";

/** What a person needs to know of a local server, and how to ask it for its models. */
export interface LocalServer {
  /** The real name. */
  readonly name: string;
  readonly startCommand: string;
  /** The command that brings a model to this machine. */
  pullCommand(model: string): string;
  /** Where it lists its models, below its address. */
  readonly modelsPath: string;
  readModels(answer: unknown): ServerModel[];
}

/** A model that a server has. */
export interface ServerModel {
  readonly name: string;
  /** Whether it makes vectors and cannot answer. */
  readonly embeds: boolean;
}

const ollama: LocalServer = {
  name: "Ollama",
  startCommand: "ollama serve",
  pullCommand: (model) => `ollama pull ${model}`,
  modelsPath: "/api/tags",
  readModels: (answer) =>
    (answer as { models: { name: string; details?: { family?: string } }[] }).models
      .map(({ name, details }) => ({
        name,
        embeds: isEmbeddingModel(`${name} ${details?.family ?? ""}`),
      })),
};

const lmStudio: LocalServer = {
  name: "LM Studio",
  startCommand: "lms server start",
  pullCommand: (model) => `lms get ${model}`,
  modelsPath: "/v1/models",
  readModels: (answer) =>
    (answer as { data: { id: string }[] }).data.map(({ id }) => ({
      name: id,
      embeds: isEmbeddingModel(id),
    })),
};

/** The local servers by the provider that speaks to them, in the order in which to try them. */
export const localServers: ReadonlyMap<LLMProviderId, LocalServer> = new Map([
  ["local-a", ollama],
  ["local-b", lmStudio],
]);

/**
 * The models of a server. Rejects with a ServerSilentError where nothing answers, and with a ModelListError where the answer
 * is no list of models.
 */
export async function listModels(
  { name, modelsPath, readModels }: LocalServer,
  baseUrl: string,
  signal: AbortSignal,
): Promise<ServerModel[]> {
  const response = await ask(serverRoot(baseUrl) + modelsPath, signal);
  if (!response.ok) {
    await response.body?.cancel();
    throw new ModelListError(
      `${name} does not list its models (${response.status})`,
      response.status,
    );
  }
  try {
    return readModels(await response.json());
  } catch (cause) {
    signal.throwIfAborted();
    throw new ModelListError(
      `The server at ${baseUrl} does not list models as ${name} does`,
      response.status,
      { cause },
    );
  }
}

async function ask(url: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, { signal });
  } catch (cause) {
    signal.throwIfAborted();
    throw new ServerSilentError(`Nothing answers at ${url}`, { cause });
  }
}

/** No server answered. */
export class ServerSilentError extends Error {
  override readonly name = "ServerSilentError";
}

/** A server answered, but not with its models. */
export class ModelListError extends Error {
  override readonly name = "ModelListError";
  readonly status: number;

  constructor(message: string, status: number, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** The server is there, but not the model. The message says which there are. */
export class ModelMissingError extends Error {
  override readonly name = "ModelMissingError";
}

/** The address without what people paste after it. */
function serverRoot(baseUrl: string): string {
  return baseUrl.trim().replace(/\/+$/, "").replace(/\/(v1|api)$/, "");
}

function isEmbeddingModel(words: string): boolean {
  return /embed|minilm|\bbge\b|\bbert\b|nomic-bert|arctic/i.test(words);
}
