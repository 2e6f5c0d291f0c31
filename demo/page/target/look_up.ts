// Copyright 2026 the Rivulet authors. MIT license.

import type { ServerLook } from "../../engines/choose.ts";
import { listModels, type LocalServer } from "../../engines/local_server.ts";
import { supposedServer, trueServer } from "../../engines/true_server.ts";

/** A server that does not say at once what it is stays without a name. */
const NAME_MS = 1500;

/** Asks a local server for its models, and finds out which one it is. */
export async function lookUp(
  server: LocalServer,
  baseUrl: string,
  signal: AbortSignal,
): Promise<ServerLook> {
  const models = await listModels(supposedServer(server, baseUrl), baseUrl, signal);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(NAME_MS)]);
  return { server: await trueServer(server, { baseUrl, models, signal: limit }), models };
}
