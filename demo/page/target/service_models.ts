// Copyright 2026 the Rivulet authors. MIT license.

import { lmStudio, openaiCompatible, ProviderError } from "@rivulet/llm/providers";
import type { Explanation } from "../../engines/explain.ts";
import { hostOf } from "../../engines/host.ts";
import { noReply } from "../messages/no_reply.ts";

/** The models that a service lists, or why it lists none. */
export type ServiceModels =
  | { readonly models: readonly string[] }
  | { readonly problem: Explanation };

/** Asks a remote service for its models, with the key for it. On a click only. */
export async function listServiceModels(
  { address, key }: { address: string; key: string },
  signal: AbortSignal,
): Promise<ServiceModels> {
  // Some services tell their models to everybody, by the same protocol.
  const hasKey = key.trim() !== "";
  const provider = hasKey ? openaiCompatible : lmStudio;
  const host = hostOf(address);
  try {
    const models = await provider.models({ baseUrl: address, apiKey: key }, { signal });
    if (models.length === 0) return { problem: noList(host) };
    return { models: models.map(({ name }) => name).sort((a, b) => a < b ? -1 : 1) };
  } catch (error) {
    signal.throwIfAborted();
    return { problem: explain(error, { host, hasKey }) };
  }
}

function explain(error: unknown, { host, hasKey }: { host: string; hasKey: boolean }): Explanation {
  if (!(error instanceof ProviderError)) throw error;
  const { code, status, reason, message } = error;
  if (code === "config") return { message };
  if (code === "format") return noList(host);
  if (code !== "http") return { message: noReply(host) };
  const words = reason === undefined ? {} : { serverWords: reason };
  if (status === 401 || status === 403) {
    return hasKey
      ? { message: `${host} refused the key.`, ...words }
      : { message: `${host} needs a key to list its models.`, ...words };
  }
  return {
    message: `${host} does not list its models (${status}). Type the name of one.`,
    ...words,
  };
}

function noList(host: string): Explanation {
  return { message: `${host} gives no list of models. Type the name of one.` };
}
