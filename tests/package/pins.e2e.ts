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

Deno.test("the lock of the demo names what the demo and the library import, and no tool", async () => {
  const { imports } = JSON.parse(await readText("imports.json")) as {
    imports: Record<string, string>;
  };
  const code = await readCode(["mod.ts", "_internal", "embedding", "providers", "demo"]);
  const imported = Object.entries(imports)
    .filter(([name, target]) => target.startsWith("npm:") && code.includes(`"${name}"`))
    .map(([, target]) => packageOf(target));
  const { specifiers } = JSON.parse(await readText("deno.lock")) as {
    specifiers: Record<string, string>;
  };
  // Where there is one more, a command without its --lock has added to the lock: restore it.
  assertEquals(Object.keys(specifiers).map(packageOf).sort(), imported.sort());
});

/** The name of the package, from `npm:name@version/path`. */
function packageOf(specifier: string): string {
  return /^npm:((?:@[^/]+\/)?[^@/]+)/.exec(specifier)![1]!;
}

/** The text of all modules in these places, without the build of the page, which has its own lock. */
async function readCode(paths: readonly string[]): Promise<string> {
  let code = "";
  for (const path of paths) {
    if (path === "demo/build") continue;
    if (path.endsWith(".ts")) code += await readText(path);
    if (!(await Deno.stat(new URL(path, root))).isDirectory) continue;
    const entries = await Array.fromAsync(Deno.readDir(new URL(`${path}/`, root)));
    code += await readCode(entries.map(({ name }) => `${path}/${name}`));
  }
  return code;
}

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
