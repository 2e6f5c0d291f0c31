// Copyright 2026 the Rivulet authors. MIT license.

// The run over packaged servers, with imitations: nothing is installed.

import { assertEquals, assertMatch } from "@std/assert";
import config from "../../deno.json" with { type: "json" };
import { root, runCommand } from "../support/commands.ts";
import { readResult, tableOf } from "./fleet/result.ts";
import { packagedServers } from "./fleet/servers.ts";
import { tryServer } from "./fleet/try_server.ts";

const IMITATION = new URL("fleet/imitation.ts", import.meta.url).pathname;
const surroundings = { folder: "", model: "", behind: "" };

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

Deno.test("tryServer() starts a server, has it checked, and tells the counts and its own name", async () => {
  const server = {
    name: "imitation",
    command: ({ port }: { port: number }) => [
      Deno.execPath(),
      "run",
      "--no-config",
      "--allow-net=127.0.0.1",
      IMITATION,
      String(port),
    ],
    flags: () => ["--header", "x-way: a b", "--only", "raw bytes", "--only", "the usage"],
  };
  const result = await tryServer(server, { ...surroundings, port: freePort() });
  assertEquals(result, {
    name: "imitation",
    version: "vLLM 1.2.3",
    passed: 1,
    failed: 1,
    skipped: 0,
    words: "the usage is that of the server",
  });
});

Deno.test("tryServer() tells why a server does not start", async () => {
  const server = { name: "away", command: () => ["sh", "-c", "echo no such model >&2; exit 3"] };
  const { failed, words } = await tryServer(server, { ...surroundings, port: freePort() });
  assertEquals([failed, words], [1, "The command ended with code 3: no such model"]);
});

Deno.test("readResult() and tableOf() make a row of what was printed", () => {
  const printed =
    "\nvLLM 1 at http://127.0.0.1:1, with a\n\nFAIL  one | two\n\n1 passed, 1 failed, 2 skipped";
  const [head, , row] = tableOf([readResult("vLLM", printed, "")]).split("\n");
  assertMatch(head!, /^\| server \| says of itself \| passed \|/);
  assertEquals(row, "| vLLM | vLLM 1 | 1 | 1 | 2 | one \\| two |");
});

Deno.test("servers names those that it knows where another one is asked for", async () => {
  const [, ...command] = config.tasks.servers.command.split(" ");
  const { ok, stderr } = await runCommand([Deno.execPath(), ...command, "no-such"], root);
  const names = packagedServers.map(({ name }) => name).join(", ");
  assertEquals([ok, stderr.trim()], [false, `Name one of ${names}, not "no-such"`]);
});
