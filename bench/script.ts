// Copyright 2026 the Rivulet authors. MIT license.

const folder = new URL("./", import.meta.url).pathname;

/** Runs a script of this folder with the configuration of this folder. */
export function startScript(file: string, args: string[]): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-A", ...configured(file), ...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
}

/** Arguments of `deno` that name a file of this folder and its configuration. */
export function configured(file: string): string[] {
  return ["--config", `${folder}peers.deno.json`, folder + file];
}
