// Copyright 2026 the Rivulet authors. MIT license.

import {
  type EmbeddingClient,
  EmbeddingError,
  getProviderById,
  OllamaEmbeddingClient,
  OpenAICompatibleEmbeddingClient,
} from "@rivulet/llm";
import { withoutSlashes } from "../shared/without_slashes.ts";
import type { LookUp } from "./choose.ts";
import { localServers } from "./local_server.ts";

/** A model of a local server that makes vectors. */
export interface Embedder {
  readonly model: string;
  readonly baseUrl: string;
  readonly client: EmbeddingClient;
}

/** Where to look for a model. */
export interface EmbedderPlaces {
  /** Where Ollama is. @default {its usual address} */
  readonly baseUrl?: string | undefined;
  /**
   * Where a server of OpenAI's protocol is, such as llama.cpp. One that is named is looked at first.
   *
   * @default {the usual address of LM Studio}
   */
  readonly otherUrl?: string | undefined;
  readonly lookUp: LookUp;
}

type LocalId = "local-a" | "local-b";

/** The first call loads the model, and a time-out would make the server start loading anew. */
const TIMEOUT_MS = 60_000;

/** Models that are made for short English texts, best first; any other one will do as well. */
const PREFERRED = ["nomic-embed-text", "all-minilm"];

/**
 * The embedding model of a local server, or undefined where those that answer have none. Rejects as
 * `lookUp` does where none answers, and with an EmbeddingError for an address that is not this
 * machine's.
 */
export async function findEmbedder(
  { baseUrl, otherUrl, lookUp }: EmbedderPlaces,
  signal: AbortSignal,
): Promise<Embedder | undefined> {
  const ids: LocalId[] = otherUrl === undefined ? ["local-a", "local-b"] : ["local-b", "local-a"];
  const failures: unknown[] = [];
  for (const id of ids) {
    const address = (id === "local-a" ? baseUrl : otherUrl) ??
      getProviderById(id).definition.defaultBaseUrl;
    try {
      const { models } = await lookUp(localServers.get(id)!, address, signal);
      const model = pickModel(models.filter(({ embeds }) => embeds).map(({ name }) => name));
      if (model !== undefined) {
        return { model, baseUrl: address, client: clientOf(id, address, model) };
      }
    } catch (error) {
      signal.throwIfAborted();
      failures.push(error);
    }
  }
  const refused = failures.find((error) => error instanceof EmbeddingError);
  if (refused !== undefined || failures.length === ids.length) throw refused ?? failures[0];
  return undefined;
}

/** The endpoint that makes the vectors; those of another one do not belong to them. */
export async function endpointOf(client: EmbeddingClient, signal: AbortSignal): Promise<string> {
  if (!(client instanceof OllamaEmbeddingClient)) return "v1/embeddings";
  return (await client.probeRuntime({ signal })).endpoint;
}

/** Servers write something before the name, such as `text-embedding-`, or a folder. */
function pickModel(names: readonly string[]): string | undefined {
  return PREFERRED.map((wanted) => names.find((name) => name.toLowerCase().includes(wanted)))
    .find(Boolean) ?? names[0];
}

function clientOf(id: LocalId, baseUrl: string, model: string): EmbeddingClient {
  const options = { model, timeoutMs: TIMEOUT_MS };
  return id === "local-b"
    ? new OpenAICompatibleEmbeddingClient({ baseUrl, ...options })
    : new OllamaEmbeddingClient({ baseUrl: withoutSlashes(baseUrl), ...options });
}
