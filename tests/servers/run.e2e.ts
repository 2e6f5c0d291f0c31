// Copyright 2026 the Rivulet authors. MIT license.

// The run itself, against imitations: that it sees what holds and what does not.

import { assertEquals, assertMatch } from "@std/assert";
import config from "../../deno.json" with { type: "json" };
import { type CommandResult, root, runCommand } from "../support/commands.ts";
import { startEngine, startStub } from "../support/page_servers.ts";

/** Runs a task with its very flags. */
async function run(
  flags: string[],
  task: "test:servers" | "test:servers:start" = "test:servers",
): Promise<CommandResult> {
  const [, ...command] = config.tasks[task].command.split(" ");
  return await runCommand([Deno.execPath(), ...command, ...flags], root);
}

Deno.test("test:servers passes what holds, in both protocols, and counts it", async () => {
  await using engine = startEngine({ models: ["gemma"], tokens: ["One", " two", " three"] });
  const flags = ["--ollama", engine.base, "--openai", `${engine.base}/v1`, "--only", "raw bytes"];
  const { ok, stdout } = await run(flags);
  assertMatch(stdout, /with gemma\n\nok {4}tokens are those of the raw bytes.*\n {8}3 tokens/);
  assertMatch(stdout, /\n2 passed, 0 failed, 0 skipped\n$/);
  assertEquals(ok, true);
});

Deno.test("test:servers fails what does not hold", async () => {
  await using engine = startEngine({ models: ["gemma"], tokens: ["1", "2", "3", "4", "5"] });
  const { ok, stdout } = await run(["--openai", engine.base, "--only", "finish reason"]);
  assertMatch(stdout, /FAIL {2}the finish reason is told/);
  assertMatch(stdout, /\n0 passed, 1 failed, 0 skipped\n$/);
  assertEquals(ok, false);
});

Deno.test("test:servers says why it skips, and does not pass where nothing was checked", async () => {
  await using engine = startEngine({ models: ["gemma"] });
  const { ok, stdout } = await run(["--openai", engine.base, "--only", "wrong key"]);
  assertMatch(stdout, /skip {2}a wrong key is refused.*\n {8}asked without a key/);
  assertEquals(ok, false);
});

Deno.test("test:servers names its flags where none is given, and a server that is not there", async () => {
  const usage = await run([]);
  assertMatch(usage.stderr, /--ollama ADDRESS/);
  assertEquals(usage.ok, false);
  const silent = await run(["--openai", "http://127.0.0.1:9"]);
  assertMatch(silent.stderr, /Nothing that lists its models answers at http:\/\/127\.0\.0\.1:9/);
  assertEquals(silent.ok, false);
});

Deno.test("test:servers checks under the permission for the server, and nothing more", async () => {
  await using engine = startEngine({ models: ["gemma"] });
  const { ok, stdout } = await run(["--openai", engine.base, "--only", "nothing more"]);
  assertMatch(
    stdout,
    new RegExp(`ok {4}the permission .*\n +--allow-net=127.0.0.1:${engine.port}\n`),
  );
  assertEquals(ok, true);
});

Deno.test("test:servers names the tasks for other hosts and for commands, and does neither", async () => {
  const { ok, stderr } = await run(["--openai", "https://rivulet.test"]);
  assertMatch(stderr, /^Use deno task test:servers:remote, .* "rivulet\.test:443"$/m);
  assertEquals(ok, false);
  const command = await run(["--openai", "http://127.0.0.1:9", "--openai-start", "true"]);
  assertMatch(command.stderr, /^Use deno task test:servers:start, /m);
  assertEquals(command.ok, false);
});

Deno.test("test:servers skips the stop while a prompt is read where the answer has ended before", async () => {
  await using server = startStub(({ url }) => {
    const { pathname } = new URL(url);
    if (pathname === "/slots") return Response.json([{ "is_processing": false }]);
    if (pathname === "/v1/models") return Response.json({ data: [{ id: "gemma" }] });
    return new Response("data: [DONE]\n\n");
  });
  const flags = ["--openai", server.base, "--only", "reads the prompt", "--only", "nothing more"];
  const { ok, stdout } = await run(flags);
  assertMatch(stdout, /skip {2}a stop while it reads the prompt .*\n {8}the server had read/);
  assertMatch(stdout, /\n1 passed, 0 failed, 1 skipped\n$/);
  assertEquals(ok, true);
});

Deno.test("test:servers:start says in a sentence that the server it would start is up already", async () => {
  await using engine = startEngine({ models: ["gemma"] });
  const flags = ["--openai", engine.base, "--openai-start", "true"];
  const { ok, stderr } = await run(flags, "test:servers:start");
  assertMatch(stderr, /^Stop the server at this address, the run starts one by your command$/m);
  assertEquals(/^ +at /m.test(stderr), false);
  assertEquals(ok, false);
});

Deno.test("test:servers:start tells the last words of a command that ends before it answers", async () => {
  const command = "sh -c 'echo no such model >&2; exit 3'";
  const flags = ["--openai", "http://127.0.0.1:9", "--openai-start", command];
  const { ok, stderr } = await run(flags, "test:servers:start");
  assertMatch(stderr, /^The command ended with code 3: no such model$/m);
  assertEquals(ok, false);
});
