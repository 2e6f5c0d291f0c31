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
  type ServerModel,
} from "./local_server.ts";
import { answeringModels, type FoundServer, NoModelError } from "./missing_model.ts";

/** A provider, where it is, and the model to ask there. */
export interface Target {
  readonly definition: LLMProviderDefinition;
  /** The real name, as far as there is one. */
  readonly name: string;
  /** What is known of a local server. */
  readonly server?: LocalServer | undefined;
  readonly baseUrl: string;
  readonly model: string;
}

/** What the person has decided. */
export interface TargetWish {
  readonly provider?: LLMProviderId | undefined;
  readonly baseUrl?: string | undefined;
  readonly model?: string | undefined;
  /** Where a provider is, where `baseUrl` is not set. @default {where its definition says} */
  readonly addressOf?: ((provider: LLMProviderId) => string) | undefined;
  /** How to look a local server up. @default {a request for its models} */
  readonly lookUp?: LookUp | undefined;
}

/** Finds out what a local server is and which models it has. Rejects as `listModels` does. */
export type LookUp = (
  server: LocalServer,
  baseUrl: string,
  signal: AbortSignal,
) => Promise<ServerLook>;

/** What a look at a local server has found. */
export interface ServerLook {
  readonly server: LocalServer;
  readonly models: ServerModel[];
}

/**
 * A local server on this machine answers at once or not at all; a stuck one must not hold up the
 * others.
 */
const PROBE_MS = 1500;

/** The target that was asked for. Rejects where its server or its model is not there. */
export async function chosenTarget(
  provider: LLMProviderId,
  { baseUrl, model, addressOf, lookUp = lookUpModels }: TargetWish,
  signal: AbortSignal,
): Promise<Target> {
  const { definition } = getProviderById(provider);
  const address = baseUrl ?? addressOf?.(provider) ?? definition.defaultBaseUrl;
  const known = localServers.get(provider);
  if (known === undefined) {
    return {
      definition,
      name: provider === "webllm" ? "WebLLM" : "remote",
      baseUrl: address,
      model: model ?? definition.defaultModel,
    };
  }
  const { server, models } = await lookUp(known, address, signal)
    .catch((error) => believe(error, known, model));
  const { defaultModel } = definition;
  const found = pickModel({ server, models, baseUrl: address, defaultModel }, model);
  return { definition, name: server.name, server, baseUrl: address, model: found };
}

async function lookUpModels(
  server: LocalServer,
  baseUrl: string,
  signal: AbortSignal,
): Promise<ServerLook> {
  return { server, models: await listModels(server, baseUrl, signal) };
}

/** A server that does not list its models is believed to have the one that was asked for. */
function believe(error: unknown, server: LocalServer, model: string | undefined): ServerLook {
  const listsNone = error instanceof ModelListError && error.status === 404;
  if (model === undefined || !listsNone) throw error;
  return { server, models: [{ name: model, embeds: false }] };
}

/**
 * The first local server that has the model, or undefined where none answers. Rejects where those
 * that answer have no such model.
 */
export async function firstLocalTarget(
  wish: TargetWish,
  signal: AbortSignal,
): Promise<Target | undefined> {
  const decided = new AbortController();
  const limit = AbortSignal.any([signal, decided.signal, AbortSignal.timeout(PROBE_MS)]);
  const looks = getProviderDefinitions()
    .filter(({ id }) => localServers.has(id))
    .map(({ id }) => chosenTarget(id, wish, limit).catch(asMissing));
  const missing: NoModelError[] = [];
  try {
    for (const look of looks) {
      const target = await look;
      signal.throwIfAborted();
      if (target instanceof NoModelError) missing.push(target);
      else if (target !== undefined) return target;
    }
  } finally {
    decided.abort();
  }
  if (missing.length === 0) return undefined;
  throw new NoModelError(missing.flatMap(({ found }) => found), wish.model);
}

/** Where nothing answers, or something else does, another one may be what is looked for. */
function asMissing(error: unknown): NoModelError | undefined {
  return error instanceof NoModelError ? error : undefined;
}

function pickModel(found: FoundServer, wanted: string | undefined): string {
  const names = answeringModels(found.models);
  const fitting = wanted === undefined
    ? [found.defaultModel, ...names]
    : [wanted, `${wanted}:latest`];
  const picked = fitting.find((name) => names.includes(name));
  if (picked === undefined) throw new NoModelError([found], wanted);
  return picked;
}
