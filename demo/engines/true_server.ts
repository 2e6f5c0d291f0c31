// Copyright 2026 the Rivulet authors. MIT license.

import { type LocalServer, localServers, otherServer, type ServerModel } from "./local_server.ts";
import { nameByOwner, nameByPaths } from "./server_name.ts";

/** The server that answers at an address: many speak like LM Studio, and their answers tell. */
export async function trueServer(
  server: LocalServer,
  { baseUrl, models, signal }: {
    baseUrl: string;
    models: readonly ServerModel[];
    signal: AbortSignal;
  },
): Promise<LocalServer> {
  const other = unlessKnown(server);
  if (other === server) return server;
  const name = nameByOwner(models) ?? await nameByPaths(baseUrl, signal);
  return name === server.name ? server : otherServer(server, name);
}

/** The server as it is called before it has answered: by its name only at its own address. */
export function supposedServer(server: LocalServer, baseUrl: string): LocalServer {
  return isDefault(server, baseUrl) ? server : unlessKnown(server);
}

/** Only Ollama speaks like Ollama. */
export function unlessKnown(server: LocalServer): LocalServer {
  return server.name === localServers.get("local-a")!.name ? server : otherServer(server);
}

function isDefault(server: LocalServer, baseUrl: string): boolean {
  const isOwnPort = new URL(baseUrl).port === "1234";
  return isOwnPort && server.name === localServers.get("local-b")!.name;
}
