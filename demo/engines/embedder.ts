// Copyright 2026 the Rivulet authors. MIT license.

import { getProviderById, OllamaEmbeddingClient } from "@rivulet/llm";
import { withoutSlashes } from "../shared/without_slashes.ts";
import type { LookUp } from "./choose.ts";
import { localServers } from "./local_server.ts";

/** A model of a local server that makes vectors. */
export interface Embedder {
  readonly model: string;
  readonly baseUrl: string;
  readonly client: OllamaEmbeddingClient;
}

/** The first call loads the model, and a time-out would make the server start loading anew. */
const TIMEOUT_MS = 60_000;

/** Models that are made for short English texts, best first; any other one will do as well. */
const PREFERRED = ["nomic-embed-text", "all-minilm"];

/**
 * The embedding model of the local server, or undefined where there is none. Rejects as `lookUp`
 * does, and with an EmbeddingError for an address that is not this machine's.
 */
export async function findEmbedder(
  { baseUrl, lookUp }: { baseUrl: string | undefined; lookUp: LookUp },
  signal: AbortSignal,
): Promise<Embedder | undefined> {
  const address = baseUrl ?? getProviderById("local-a").definition.defaultBaseUrl;
  const { models } = await lookUp(localServers.get("local-a")!, address, signal);
  const names = models.filter(({ embeds }) => embeds).map(({ name }) => name);
  const model =
    PREFERRED.map((wanted) => names.find((name) => name.startsWith(wanted))).find(Boolean) ??
      names[0];
  if (model === undefined) return undefined;
  const client = new OllamaEmbeddingClient({
    baseUrl: withoutSlashes(address),
    model,
    timeoutMs: TIMEOUT_MS,
  });
  return { model, baseUrl: address, client };
}
