// Copyright 2026 the Rivulet authors. MIT license.

// A machine that has never seen the project.

/** Where a command of the README runs. */
export interface Machine {
  /** The folder of the clone. */
  readonly cwd: string;
  /** Deno's cache. */
  readonly denoDir: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The clone with nothing in Deno's cache, and no page from an earlier start. The first start fetches
 * Deno itself, the others find it in the npm cache.
 */
export async function emptyCaches(cwd: string, caches: string): Promise<Machine> {
  await removeIfThere(`${cwd}/.rivulet`);
  const denoDir = await Deno.makeTempDir({ dir: caches });
  return {
    cwd,
    denoDir,
    env: {
      NO_COLOR: "1",
      DENO_DIR: denoDir,
      "npm_config_cache": `${caches}/npm`,
      // What a person answers when npx asks whether it may install Deno.
      "npm_config_yes": "true",
    },
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
