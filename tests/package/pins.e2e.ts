// Copyright 2026 the Rivulet authors. MIT license.

// What is pinned, and that it is pinned to the same everywhere.

import { assert, assertEquals } from "@std/assert";
import { root } from "../support/commands.ts";

/** Each holds what its commands may download; Deno fetches all of a lock, needed or not. */
const LOCKS = ["deno.lock", "demo/build/deno.lock", "tests/deno.lock"];

async function readText(path: string): Promise<string> {
  return await Deno.readTextFile(new URL(path, root));
}

/** The versions of the packages that a lock names. */
async function readLock(path: string): Promise<Map<string, string>> {
  const { npm } = JSON.parse(await readText(path)) as { npm: Record<string, unknown> };
  return new Map(
    Object.keys(npm).map((id): [string, string] => {
      const [, name = "", version = ""] = /^(.+?)@([^@]+)$/.exec(id) ?? [];
      return [name, version];
    }),
  );
}

Deno.test("the checks and the workflows use the same Deno", async () => {
  const [, pinned] = /\bdeno@(\S+)/.exec(await readText(".ci/run")) ?? [];
  assert(pinned !== undefined);
  for (const name of ["ci", "publish"]) {
    const workflow = await readText(`.github/workflows/${name}.yml`);
    const versions = [...workflow.matchAll(/deno-version: (\S+)/g)].map(([, version]) => version);
    const setups = [...workflow.matchAll(/setup-deno/g)];
    assertEquals(versions, setups.map(() => `v${pinned}`), name);
  }
});

Deno.test("a question and the page download what the library and they import, and no tool", async () => {
  // Where this fails, a command without its --lock has added to the lock: restore it.
  assertEquals([...(await readLock("deno.lock")).keys()].sort(), [
    "@mlc-ai/web-llm",
    "idb",
    "loglevel",
    "minisearch",
    "streaming-markdown",
  ]);
});

Deno.test("the build of the page downloads no test tool", async () => {
  const names = [...(await readLock("demo/build/deno.lock")).keys()];
  const tools = ["@copilotkit/aimock", "axe-core", "playwright-core"];
  assertEquals(names.filter((name) => tools.includes(name)), []);
  assert(names.includes("terser"));
});

Deno.test("the locks agree on the version of each package", async () => {
  const [product, build, tests] = await Promise.all(LOCKS.map(readLock));
  for (const lock of [product!, build!]) {
    for (const [name, version] of lock) assertEquals([name, tests!.get(name)], [name, version]);
  }
});
