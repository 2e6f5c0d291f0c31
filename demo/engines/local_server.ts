// Copyright 2026 the Rivulet authors. MIT license.

import { getProviderById, type LLMModel, ProviderError } from "@rivulet/llm/providers";
import { withoutSlashes } from "../shared/without_slashes.ts";
import { hostOf } from "./host.ts";

/** The provider that speaks to a local server. */
type LocalId = "local-a" | "local-b";

/** What a person needs to know of a local server. */
export interface LocalServer {
  /** The real name, as far as it is known. */
  readonly name: string;
  readonly provider: LocalId;
  readonly startCommand?: string | undefined;
  /** The command that brings a model to this machine. */
  readonly pullCommand?: ((model: string) => string) | undefined;
}

/** A local server whose commands are known. */
export interface KnownServer extends LocalServer {
  readonly startCommand: string;
  readonly pullCommand: (model: string) => string;
}

/** A model that a server has. */
export interface ServerModel extends LLMModel {
  /** Whether it makes vectors and cannot answer, by its name where the server does not tell. */
  readonly embeds: boolean;
}

const ollama: KnownServer = {
  name: "Ollama",
  provider: "local-a",
  startCommand: "ollama serve",
  pullCommand: (model) => `ollama pull ${model}`,
};

const lmStudio: KnownServer = {
  name: "LM Studio",
  provider: "local-b",
  startCommand: "lms server start",
  pullCommand: (model) => `lms get ${model}`,
};

/** The local servers by the provider that speaks to them, in the order in which to try them. */
export const localServers: ReadonlyMap<string, KnownServer> = new Map(
  [ollama, lmStudio].map((server) => [server.provider, server]),
);

/**
 * The models of a server. Rejects with a ServerSilentError where nothing answers, and with a
 * ModelListError where the answer is no list of models.
 */
export async function listModels(
  server: LocalServer,
  baseUrl: string,
  signal: AbortSignal,
): Promise<ServerModel[]> {
  try {
    const models = await getProviderById(server.provider).models({ baseUrl }, { signal });
    return models.map((model) => ({ ...model, embeds: model.embeds ?? isEmbedding(model.name) }));
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof ProviderError ? listError(error, { server, baseUrl }) : error;
  }
}

function listError(
  cause: ProviderError,
  { server, baseUrl }: { server: LocalServer; baseUrl: string },
): Error {
  const { code, status = 200, reason } = cause;
  const subject = subjectOf(server, baseUrl);
  // A redirect would lead to a host that nobody has named.
  if (code === "http" && status < 400) {
    const message = `${subject} sends to another address, which is not followed`;
    return new ModelListError(message, server, status, { baseUrl });
  }
  if (code === "http") {
    const message = `${subject} does not list its models (${status})`;
    return new ModelListError(message, server, status, { reason, baseUrl });
  }
  if (code !== "format") return new ServerSilentError(server, baseUrl, { cause });
  const message = server.startCommand === undefined
    ? `The server at ${baseUrl} gives no list of models`
    : `The server at ${baseUrl} is not ${server.name}`;
  return new ModelListError(message, server, status, { baseUrl });
}

/** The server in a sentence about it: by its name, else by its place. */
export function subjectOf({ name, startCommand }: LocalServer, baseUrl: string): string {
  const isNamed = startCommand !== undefined || name !== UNNAMED;
  return isNamed ? name : `The server at ${hostOf(baseUrl)}`;
}

/** A server that speaks like a known one and is another, or nobody knows which. */
export function otherServer({ provider }: LocalServer, name: string = UNNAMED): LocalServer {
  return { name, provider };
}

const UNNAMED = "local server";

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
  /** The server's own words. */
  readonly reason: string | undefined;
  readonly baseUrl: string | undefined;

  constructor(
    message: string,
    server: LocalServer,
    status: number,
    { reason, baseUrl }: { reason?: string | undefined; baseUrl?: string } = {},
  ) {
    super(message);
    this.server = server;
    this.status = status;
    this.reason = reason;
    this.baseUrl = baseUrl;
  }
}

/** The server is there, but not the model. The message says which there are. */
export class ModelMissingError extends Error {
  override readonly name = "ModelMissingError";
}

/** The root of a server, for what it has beside its models: without what people paste after it. */
export function serverRoot(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl.trim());
  const path = withoutSlashes(pathname);
  return origin + path.replace(/\/(?:v1|api)(?:\/chat(?:\/completions)?)?$/, "");
}

function isEmbedding(name: string): boolean {
  return /embed|minilm|\bbge\b|\bbert\b|arctic/i.test(name);
}
