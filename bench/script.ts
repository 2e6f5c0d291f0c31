// Copyright 2026 the Rivulet authors. MIT license.

import { createInterface } from "node:readline";
import { Readable } from "node:stream";

const TRUST_LOCALHOST = "--unsafely-ignore-certificate-errors=localhost";

const folder = new URL("./", import.meta.url).pathname;

/** Runs a script of this folder with the configuration of this folder. */
export function startScript(file: string, args: string[]): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    // The certificate of the server over TLS is made anew for each run.
    args: ["run", "--quiet", "-A", TRUST_LOCALHOST, ...configured(file), ...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
}

/** The lines that a script prints, to be asked for one by one. */
export function linesOf({ stdout }: Deno.ChildProcess): () => Promise<string> {
  const lines = createInterface({ input: Readable.fromWeb(stdout) })[Symbol.asyncIterator]();
  return async () => {
    const { done, value } = await lines.next();
    if (done) throw new Error("the process ended");
    return value;
  };
}

/** Arguments of `deno` that name a file of this folder and its configuration. */
export function configured(file: string): string[] {
  return ["--config", `${folder}peers.deno.json`, folder + file];
}
