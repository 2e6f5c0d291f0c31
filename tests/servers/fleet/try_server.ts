// Copyright 2026 the Rivulet authors. MIT license.

import config from "../../../deno.json" with { type: "json" };
import { readResult, type Result, unstarted } from "./result.ts";
import { MODEL_NAME, type PackagedServer, type Surroundings } from "./servers.ts";

const root = new URL("../../../", import.meta.url);

/** Has a server checked that `test:servers:start` starts, kills and ends; rejects never. */
export async function tryServer(
  server: PackagedServer,
  surroundings: Surroundings,
  more: readonly string[] = [],
): Promise<Result> {
  const [, ...command] = config.tasks["test:servers:start"].command.split(" ");
  const flags = [
    "--openai",
    `http://127.0.0.1:${surroundings.port}`,
    "--openai-start",
    server.command(surroundings).map(quoted).join(" "),
    "--chat-model",
    MODEL_NAME,
    ...(server.flags?.(surroundings) ?? []),
    ...more,
  ];
  try {
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [...command, ...flags],
      cwd: root,
      stdin: "null",
    }).output();
    const decoder = new TextDecoder();
    return readResult(server.name, decoder.decode(stdout), decoder.decode(stderr));
  } catch (error) {
    return unstarted(server.name, error instanceof Error ? error.message : String(error));
  }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
