// Copyright 2026 the Rivulet authors. MIT license.

import type { LookUp, ServerLook } from "../engines/choose.ts";
import { hostOf } from "../engines/host.ts";
import { listModels, type LocalServer, serverRoot } from "../engines/local_server.ts";
import { supposedServer, trueServer, unlessKnown } from "../engines/true_server.ts";

/** A server that is there answers at once; a stuck one must not hold a run up. */
const PROBE_MS = 1500;

/** A server accepts the connection and sends no answer for as long as a probe may take. */
export class ServerStuckError extends Error {
  override readonly name = "ServerStuckError";

  constructor(baseUrl: string) {
    super(`${hostOf(baseUrl)} accepts the connection and sends no answer.`);
  }
}

/** Looks each server up once in a run, and not for long. */
export function createLookUp(signal: AbortSignal): LookUp {
  const looks = new Map<string, Promise<ServerLook>>();
  return async (server, baseUrl) => {
    const address = `${server.provider} ${serverRoot(baseUrl)}`;
    const look = looks.get(address) ?? lookUp(server, baseUrl, signal);
    looks.set(address, look);
    return await look;
  };
}

/** A server that was named and says nothing is believed to have the model: it may be busy. */
export function trusting(lookUp: LookUp, model: string): LookUp {
  return async (server, baseUrl, signal) => {
    try {
      return await lookUp(server, baseUrl, signal);
    } catch (error) {
      if (!(error instanceof ServerStuckError)) throw error;
      return { server: unlessKnown(server), models: [{ name: model, embeds: false }] };
    }
  };
}

async function lookUp(
  server: LocalServer,
  baseUrl: string,
  signal: AbortSignal,
): Promise<ServerLook> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)]);
  try {
    const models = await listModels(supposedServer(server, baseUrl), baseUrl, limit);
    return { server: await trueServer(server, { baseUrl, models, signal: limit }), models };
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) throw new ServerStuckError(baseUrl);
    throw error;
  }
}
