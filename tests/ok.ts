// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Runs the tasks that must be green before a commit, one after another, and says at the end which
 * are not: `deno task ok`. Others can be named behind it.
 *
 * @module
 */

const TASKS = ["fmt:check", "lint", "check", "check:web", "docs", "test", "publish:check"];

async function succeeds(task: string): Promise<boolean> {
  const command = new Deno.Command(Deno.execPath(), { args: ["task", task], stdin: "null" });
  return (await command.spawn().status).success;
}

async function main(tasks: readonly string[]): Promise<boolean> {
  const failed: string[] = [];
  for (const task of tasks) if (!await succeeds(task)) failed.push(task);
  const verdict = failed.length === 0
    ? "All is green"
    : `Failed: ${failed.map((task) => `deno task ${task}`).join(", ")}`;
  await Deno.stdout.write(new TextEncoder().encode(`\n${verdict}\n`));
  return failed.length === 0;
}

if (!await main(Deno.args.length === 0 ? TASKS : Deno.args)) Deno.exit(1);
