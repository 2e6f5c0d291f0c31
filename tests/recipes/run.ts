// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Runs the recipes of docs/recipes.md in their frameworks: `deno task test:recipes`, with parts of
 * their names to run only some.
 *
 * @module
 */

import { type Check, checks } from "./checks.ts";
import { ModelServer } from "./model_server.ts";
import { prepareProject, type Project, runToEnd } from "./project.ts";

type Result = "passed" | "failed" | "ignored";

async function main(wanted: string[]): Promise<boolean> {
  const folder = await Deno.makeTempDir();
  const counts = { passed: 0, failed: 0, ignored: 0 };
  try {
    await using model = new ModelServer();
    const project = await prepareProject(folder, model);
    for (const check of checks) {
      const cells = [check.recipe, await versionOf(check, project), check.where];
      if (wanted.length > 0 && !wanted.some((part) => isNamed(cells, part))) continue;
      const result = await resultOf(check, project);
      counts[result]++;
      await print(`| ${[...cells, result].join(" | ")} |\n`);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  const verdict = counts.failed === 0 ? "ok" : "FAILED";
  const { passed, failed, ignored } = counts;
  await print(
    `${verdict} | ${passed} passed | ${failed} failed | ${ignored} ignored (recipes)\n`,
  );
  return counts.failed === 0;
}

function isNamed(cells: string[], part: string): boolean {
  return cells.join(" ").toLowerCase().includes(part.toLowerCase());
}

async function resultOf(check: Check, project: Project): Promise<Result> {
  try {
    return await check.run(project) === false ? "ignored" : "passed";
  } catch (error) {
    await print(`${check.recipe} on ${check.where}: ${Deno.inspect(error)}\n`);
    return "failed";
  }
}

/** The framework as it was installed, or else the runtime, with its version. */
async function versionOf({ framework, where }: Check, project: Project): Promise<string> {
  if (framework !== undefined) {
    const path = `${project.folder}/node_modules/${framework}/package.json`;
    return `${framework} ${JSON.parse(await Deno.readTextFile(path)).version}`;
  }
  if (where === "Deno" || where === "Chromium") return `Deno ${Deno.version.deno}`;
  const program = where === "Bun" ? project.programs.bun : project.programs.node;
  return `${where} ${(await runToEnd(project, [program, "--version"])).trim()}`;
}

async function print(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}

if (!await main(Deno.args)) Deno.exit(1);
