// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderId } from "@rivulet/llm";
import { readBoundedText } from "../shared/bounded_text.ts";
import { withoutSlashes } from "../shared/without_slashes.ts";
import { hostOf } from "./host.ts";
import { readReason } from "./read_reason.ts";

/** What a person needs to know of a local server, and how to ask it for its models. */
export interface LocalServer {
  /** The real name, as far as it is known. */
  readonly name: string;
  readonly startCommand?: string | undefined;
  /** The command that brings a model to this machine. */
  readonly pullCommand?: ((model: string) => string) | undefined;
  /** Where it lists its models, below its address. */
  readonly modelsPath: string;
  readonly readModels: (answer: unknown) => ServerModel[];
}

/** A local server whose commands are known. */
export interface KnownServer extends LocalServer {
  readonly startCommand: string;
  readonly pullCommand: (model: string) => string;
}

/** A model that a server has. */
export interface ServerModel {
  readonly name: string;
  /** Whether it makes vectors and cannot answer. */
  readonly embeds: boolean;
  /** Who has it, in the words of the server. */
  readonly owner?: string | undefined;
}

const ollama: KnownServer = {
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

const lmStudio: KnownServer = {
  name: "LM Studio",
  startCommand: "lms server start",
  pullCommand: (model) => `lms get ${model}`,
  modelsPath: "/v1/models",
  readModels: (answer) =>
    (answer as { data: { id: string; owned_by?: string }[] }).data.map((
      { id, owned_by: owner },
    ) => ({ name: id, embeds: isEmbeddingModel(id), owner })),
};

/** The local servers by the provider that speaks to them, in the order in which to try them. */
export const localServers: ReadonlyMap<LLMProviderId, KnownServer> = new Map([
  ["local-a", ollama],
  ["local-b", lmStudio],
]);

/** Hundreds of models have some 100 KB. */
const MAX_LIST_BYTES = 4 * 1024 * 1024;

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
  if (isRedirect(response)) {
    await response.body?.cancel();
    const message = `${subjectOf(server, baseUrl)} sends to another address, which is not followed`;
    throw new ModelListError(message, server, status, { baseUrl });
  }
  if (!ok) {
    const reason = await readReason(response);
    signal.throwIfAborted();
    const message = `${subjectOf(server, baseUrl)} does not list its models (${status})`;
    throw new ModelListError(message, server, status, { reason, baseUrl });
  }
  try {
    const text = await readBoundedText(response, { limitBytes: MAX_LIST_BYTES, signal });
    return readNamed(server.readModels(JSON.parse(text)));
  } catch {
    signal.throwIfAborted();
    const message = server.startCommand === undefined
      ? `The server at ${baseUrl} gives no list of models`
      : `The server at ${baseUrl} is not ${server.name}`;
    throw new ModelListError(message, server, status, { baseUrl });
  }
}

/** The server in a sentence about it: by its name, else by its place. */
export function subjectOf({ name, startCommand }: LocalServer, baseUrl: string): string {
  const isNamed = startCommand !== undefined || name !== UNNAMED;
  return isNamed ? name : `The server at ${hostOf(baseUrl)}`;
}

/** A server that speaks like a known one and is another, or nobody knows which. */
export function otherServer(
  { modelsPath, readModels }: LocalServer,
  name: string = UNNAMED,
): LocalServer {
  return { name, modelsPath, readModels };
}

const UNNAMED = "local server";

function readNamed(models: ServerModel[]): ServerModel[] {
  if (models.every(({ name }) => typeof name === "string" && name !== "")) return models;
  throw new TypeError("A model has no name");
}

async function ask(server: LocalServer, baseUrl: string, signal: AbortSignal): Promise<Response> {
  try {
    const url = serverRoot(baseUrl) + server.modelsPath;
    // A redirect would lead to a host that nobody has named.
    return await fetch(url, { signal, redirect: "manual" });
  } catch (cause) {
    signal.throwIfAborted();
    throw new ServerSilentError(server, baseUrl, { cause });
  }
}

/** A browser shows nothing of a redirect but that it is one. */
function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400);
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

/** The address without what people paste after it. */
export function serverRoot(baseUrl: string): string {
  return withoutSlashes(baseUrl.trim()).replace(/\/(v1|api)$/, "");
}

function isEmbeddingModel(words: string): boolean {
  return /embed|minilm|\bbge\b|\bbert\b|nomic-bert|arctic/i.test(words);
}
