// Copyright 2026 the Rivulet authors. MIT license.

// The run itself, against imitations: that it sees what holds and what does not.

import { assertEquals, assertMatch } from "@std/assert";
import { root, runCommand } from "../support/commands.ts";
import { startEngine } from "../support/page_servers.ts";

async function run(flags: string[]) {
  const command = ["run", "-A", "--lock=tests/deno.lock", "tests/servers/run.ts"];
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

Deno.test("test:servers says in a sentence that the server it would start is up already", async () => {
  await using engine = startEngine({ models: ["gemma"] });
  const { ok, stderr } = await run(["--openai", engine.base, "--openai-start", "true"]);
  assertMatch(stderr, /^Stop the server at this address, the run starts one by your command$/m);
  assertEquals(/^ +at /m.test(stderr), false);
  assertEquals(ok, false);
});
