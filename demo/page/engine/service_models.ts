// Copyright 2026 the Rivulet authors. MIT license.

import type { Explanation } from "../../engines/explain.ts";
import { hostOf } from "../../engines/host.ts";
import { readReason } from "../../engines/read_reason.ts";
import { withoutSlashes } from "../../shared/without_slashes.ts";
import { noReply } from "./no_reply.ts";

/** The models that a service lists, or why it lists none. */
export type ServiceModels =
  | { readonly models: readonly string[] }
  | { readonly problem: Explanation };

/** Asks a remote service for its models, with the key for it. On a click only. */
export async function listServiceModels(
  { address, key }: { address: string; key: string },
  signal: AbortSignal,
): Promise<ServiceModels> {
  const token = key.trim().replace(/^Bearer\s+/i, "");
  const headers = token === "" ? {} : { Authorization: `Bearer ${token}` };
  const host = hostOf(address);
  let response: Response;
  try {
    response = await fetch(modelsAddress(address), { headers, signal });
  } catch {
    signal.throwIfAborted();
    return { problem: { message: noReply(host) } };
  }
  if (!response.ok) return { problem: await explain(response, { host, hasKey: token !== "" }) };
  const models = readModels(await response.json().catch(() => undefined));
  signal.throwIfAborted();
  if (models.length > 0) return { models };
  return { problem: { message: `${host} gives no list of models. Type the name of one.` } };
}

/** Beside the address of the requests themselves. */
export function modelsAddress(address: string): string {
  const trimmed = withoutSlashes(address.trim());
  const stem = /^(.*)\/chat\/completions$/.exec(trimmed)?.[1];
  // As the library reads an address: with /v1 or without.
  return `${stem ?? `${trimmed.replace(/\/v1$/, "")}/v1`}/models`;
}

function readModels(answer: unknown): string[] {
  const { data } = (answer ?? {}) as { data?: unknown };
  if (!Array.isArray(data)) return [];
  return data.map((model) => (model as { id?: unknown } | null)?.id)
    .filter((id): id is string => typeof id === "string" && id !== "")
    .sort((first, second) => first < second ? -1 : 1);
}

async function explain(
  response: Response,
  { host, hasKey }: { host: string; hasKey: boolean },
): Promise<Explanation> {
  const { status } = response;
  const serverWords = await readReason(response);
  const words = serverWords === undefined ? {} : { serverWords };
  if (status === 401 || status === 403) {
    return hasKey
      ? { message: `${host} refused the key.`, ...words }
      : { message: `${host} needs a key to list its models.`, ...words };
  }
  const message = `${host} does not list its models (${status}). Type the name of one.`;
  return { message, ...words };
}
