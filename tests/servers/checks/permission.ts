// Copyright 2026 the Rivulet authors. MIT license.

// The run itself may do anything; what the docs tell people to start may do little.

import { assert } from "@std/assert";
import { root, runCommand } from "../../support/commands.ts";
import type { Check, Findings } from "../check.ts";
import type { Target } from "../target.ts";

async function isAskedWithLeastPermission(target: Target, { detail }: Findings): Promise<void> {
  const { protocol, host, port } = new URL(target.baseUrl);
  const defaultPort = protocol === "https:" ? 443 : 80;
  const permission = `--allow-net=${port === "" ? `${host}:${defaultPort}` : host}`;
  const { process: _, ...rest } = target;
  const { ok, stdout, stderr } = await runCommand([
    ...[Deno.execPath(), "run", "--quiet", "--no-prompt", "--lock=tests/deno.lock", permission],
    ...["tests/servers/asking_program.ts", JSON.stringify(rest)],
  ], root);
  assert(ok, stderr);
  assert(stdout !== "", "nothing came");
  detail(`${permission}: ${JSON.stringify(stdout)}`);
}

/** What holds for a program that may reach the server, and nothing else. */
export const permission: readonly Check[] = [
  {
    name: "a program with the permission for this server alone is answered",
    run: isAskedWithLeastPermission,
  },
];
