// Copyright 2026 the Rivulet authors. MIT license.

// The two programs of the page, as their tasks run them.

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import config from "../../deno.json" with { type: "json" };
import { CONTENT_SECURITY_POLICY } from "../../demo/build/bundle.ts";

function start(task: "demo" | "demo:build", ...args: string[]): Deno.ChildProcess {
  const [, ...command] = config.tasks[task].command.split(" ");
  return new Deno.Command(Deno.execPath(), {
    args: [...command, ...args],
    env: { NO_COLOR: "1" },
    cwd: new URL("../../", import.meta.url),
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
}

async function readAddress(program: Deno.ChildProcess): Promise<string> {
  const reader = program.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("as it is.\n")) text += (await reader.read()).value;
  await reader.cancel();
  const [, address] = /^Ask your stars: (http:\/\/localhost:8\d{3})\nOllama accepts/.exec(text)!;
  return address!;
}

async function stop(program: Deno.ChildProcess): Promise<void> {
  program.kill();
  await program.status;
}

Deno.test("the demo says where it is, takes the next port where one is busy, and serves files of the page only", async () => {
  const first = start("demo");
  const address = await readAddress(first);
  const second = start("demo");
  const other = await readAddress(second);
  assert(address !== other, address);
  const response = await fetch(`${other}/`);
  const policy = response.headers.get("content-security-policy")!;
  assertStringIncludes(policy, CONTENT_SECURITY_POLICY);
  assertStringIncludes(policy, "frame-ancestors 'none'");
  assertStringIncludes(await response.text(), '<script type="module" src="main.js">');
  for (const path of ["/deno.json", "/../deno.json", "/%2e%2e/deno.json", "/page/main.ts"]) {
    const { status, body } = await fetch(other + path);
    await body?.cancel();
    assertEquals(status, 404);
  }
  await stop(first);
  await stop(second);
});

Deno.test("the build writes the page for any static host, its policy inside", async () => {
  const folder = await Deno.makeTempDir();
  const { code, stdout } = await start("demo:build", folder).output();
  assertEquals(code, 0);
  assertMatch(new TextDecoder().decode(stdout), /^\d+ files in .+: put them on any static host\n$/);
  const page = await Deno.readTextFile(`${folder}/index.html`);
  assertStringIncludes(page, `content="${CONTENT_SECURITY_POLICY}"`);
  // Relative addresses alone: a static host may serve the page from a folder.
  assertEquals([...page.matchAll(/(?:src|href)="(\/|https?:)/g)], []);
  for (const [, name] of page.matchAll(/(?:src|href)="([^"#]+)"/g)) {
    await Deno.stat(`${folder}/${name}`);
  }
  await Deno.remove(folder, { recursive: true });
});
