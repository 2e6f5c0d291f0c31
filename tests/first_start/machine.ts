// Copyright 2026 the Rivulet authors. MIT license.

// A machine that has never seen the project.

import { copyProject } from "../support/project_copy.ts";
import { type Npmrc, withoutNpm, writeNpmrc } from "./npmrc.ts";
import { readCommand } from "./readme.ts";

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
 * Deno's cache, and no page from an earlier start. The first one fetches Deno itself; the others
 * install it anew from the npm cache, so that npx has something to ask each time.
 */
export async function newMachine(
  folder: string,
): Promise<(check: Check, npmrc: Npmrc) => Promise<void>> {
  const cwd = `${folder}/clone`;
  await copyProject(cwd);
  return async (check, npmrc) => {
    await removeIfThere(`${cwd}/.rivulet`);
    await removeIfThere(`${folder}/npm/_npx`);
    await writeNpmrc(`${folder}/npmrc`, npmrc);
    const denoDir = await Deno.makeTempDir({ dir: folder });
    await check({
      cwd,
      denoDir,
      env: {
        ...withoutNpm(),
        NO_COLOR: "1",
        DENO_DIR: denoDir,
        "npm_config_cache": `${folder}/npm`,
        "npm_config_userconfig": `${folder}/npmrc`,
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

/** Starts a task as the README has it, or another one in its place. */
export async function startTask(
  task: "demo" | "chat" | "test",
  { machine, inPlace = task, stdout = "piped" }: {
    machine: Machine;
    inPlace?: string;
    stdout?: "piped" | "inherit";
  },
): Promise<Deno.ChildProcess> {
  const command = await readCommand(task, machine.cwd);
  return new Deno.Command("sh", {
    args: ["-c", command.replace(`task ${task}`, `task ${inPlace}`)],
    cwd: machine.cwd,
    clearEnv: true,
    env: machine.env,
    // Nobody is there to answer npm.
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
