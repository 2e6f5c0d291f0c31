// Copyright 2026 the Rivulet authors. MIT license.

/**
 * The servers that come as packages, one after another, each under the checks of `test:servers`:
 * `deno task servers`, or with names `deno task servers LiteLLM Portkey`. docs/servers.md tells of it.
 *
 * @module
 */

import { ServerProcess } from "../server_process.ts";
import { installModel, installServer } from "./install.ts";
import { type Result, tableOf, unstarted } from "./result.ts";
import { llamaServer, type PackagedServer, packagedServers } from "./servers.ts";
import { tryServer } from "./try_server.ts";

const FOLDER = new URL("../../../.rivulet/servers", import.meta.url).pathname;

async function main(names: readonly string[]): Promise<readonly Result[]> {
  const unknown = names.find((name) => !packagedServers.some((server) => server.name === name));
  if (unknown !== undefined) {
    const known = packagedServers.map(({ name }) => name).join(", ");
    throw new TypeError(`Name one of ${known}, not "${unknown}"`);
  }
  const model = await installModel(FOLDER);
  const results: Result[] = [];
  for (const server of packagedServers) {
    if (names.length > 0 && !names.includes(server.name)) continue;
    await print(`${server.name} …`);
    results.push(await resultOf(server, model));
    await print(tableOf(results.slice(-1)).split("\n").at(-1)!);
  }
  return results;
}

async function resultOf(server: PackagedServer, model: string): Promise<Result> {
  try {
    const folder = await installServer(server, FOLDER);
    const [port, behindPort] = [freePort(), freePort()];
    const behind = `http://127.0.0.1:${behindPort}`;
    await using _ = server.isGateway ? await startBehind(model, behindPort) : undefined;
    return await tryServer(server, { folder, model, port, behind });
  } catch (error) {
    return unstarted(server.name, error instanceof Error ? error.message : String(error));
  }
}

/** llama.cpp, for a gateway to stand before. */
async function startBehind(model: string, port: number): Promise<ServerProcess> {
  const folder = await installServer(llamaServer, FOLDER);
  const command = llamaServer.command({ folder, model, port, behind: "" }).join(" ");
  const process = new ServerProcess(command, () => isThere(port));
  await process.start();
  return process;
}

async function isThere(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health`);
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

async function print(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(`${text}\n`));
}

try {
  const results = await main(Deno.args);
  await print(`\n${tableOf(results)}`);
  Deno.exit(results.some(({ failed }) => failed > 0) ? 1 : 0);
} catch (error) {
  const words = error instanceof Error ? error.message : Deno.inspect(error);
  await Deno.stderr.write(new TextEncoder().encode(`${words}\n`));
  Deno.exit(2);
}
