// Copyright 2026 the Rivulet authors. MIT license.

// A machine that has never seen the project.

import { copyProject } from "../support/project_copy.ts";

/** Where a command of the README runs. */
export interface Machine {
  /** The folder of the clone. */
  readonly cwd: string;
  /** Deno's cache. */
  readonly denoDir: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Something that has to hold on a machine that has never seen the project. */
export type Check = (machine: Machine) => Promise<void>;

/**
 * A clone and an npm cache in a folder of their own. What it gives runs a check there with nothing in
 * Deno's cache, and no page from an earlier start: the first one fetches Deno itself, the others
 * find it in the npm cache.
 */
export async function newMachine(folder: string): Promise<(check: Check) => Promise<void>> {
  const cwd = `${folder}/clone`;
  await copyProject(cwd);
  return async (check) => {
    await removeIfThere(`${cwd}/.rivulet`);
    const denoDir = await Deno.makeTempDir({ dir: folder });
    await check({
      cwd,
      denoDir,
      env: {
        NO_COLOR: "1",
        DENO_DIR: denoDir,
        "npm_config_cache": `${folder}/npm`,
        // What a person answers when npx asks whether it may install Deno.
        "npm_config_yes": "true",
      },
    });
  };
}

async function removeIfThere(path: string): Promise<void> {
  try {
    await Deno.remove(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** Starts `npx deno@2 task …`, as the README has it. */
export function startTask(
  task: "demo" | "chat" | "test" | "coverage",
  { machine, args = [], stdout = "piped" }: {
    machine: Machine;
    args?: string[];
    stdout?: "piped" | "inherit";
  },
): Deno.ChildProcess {
  return new Deno.Command("npx", {
    args: ["deno@2", "task", task, ...args],
    cwd: machine.cwd,
    env: machine.env,
    stdin: "null",
    stdout,
    stderr: stdout,
    // A group of its own: npx starts Deno, which starts Deno, and all of them are to end.
    detached: true,
  }).spawn();
}

/** Ends a command and all that it has started. */
export async function stop(program: Deno.ChildProcess): Promise<void> {
  try {
    Deno.kill(-program.pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  await program.status;
}
