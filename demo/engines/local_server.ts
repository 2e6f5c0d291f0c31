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
 * The models of a server. Rejects with a ServerSilentError where nothing answers, and with a
 * ModelListError where the answer is no list of models.
 */
export async function listModels(
  server: LocalServer,
  baseUrl: string,
  signal: AbortSignal,
): Promise<ServerModel[]> {
  const response = await ask(server, baseUrl, signal);
  const { ok, status } = response;
  if (!ok) {
    await response.body?.cancel();
    throw new ModelListError(`${server.name} does not list its models (${status})`, server, status);
  }
  try {
    return server.readModels(await response.json());
  } catch {
    signal.throwIfAborted();
    throw new ModelListError(`The server at ${baseUrl} is not ${server.name}`, server, status);
  }
}

async function ask(server: LocalServer, baseUrl: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(serverRoot(baseUrl) + server.modelsPath, { signal });
  } catch (cause) {
    signal.throwIfAborted();
    throw new ServerSilentError(server, baseUrl, { cause });
  }
}

/** Nothing answers at the address of a local server. */
export class ServerSilentError extends Error {
  override readonly name = "ServerSilentError";
  readonly server: LocalServer;

  constructor(server: LocalServer, baseUrl: string, options?: ErrorOptions) {
    super(`Nothing answers at ${baseUrl}.`, options);
    this.server = server;
  }
}

/** A server answered, but not with its models. */
export class ModelListError extends Error {
  override readonly name = "ModelListError";
  readonly server: LocalServer;
  readonly status: number;

  constructor(message: string, server: LocalServer, status: number) {
    super(message);
    this.server = server;
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
