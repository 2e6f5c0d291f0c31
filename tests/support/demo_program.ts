// Copyright 2026 the Rivulet authors. MIT license.

import config from "../../deno.json" with { type: "json" };
import { root } from "./commands.ts";

/** Where and how a program of the page is started. */
export interface StartOptions {
  args?: string[];
  /** The folder of the project. */
  cwd?: string | URL;
  env?: Record<string, string>;
}

/** What a start prints until it is there, or until it ends. */
export interface Started {
  /** The lines up to the last of the announcement. */
  lines: string[];
  /** Where the page is, if it is anywhere. */
  address: string | undefined;
}

/** Starts a task with its very flags, but as a process of its own, which can be stopped. */
export function startTask(
  task: "demo" | "demo:build",
  { args = [], cwd = root, env = {} }: StartOptions = {},
): Deno.ChildProcess {
  const [, ...command] = config.tasks[task].command.split(" ");
  return new Deno.Command(Deno.execPath(), {
    args: [...command, ...args],
    env: { NO_COLOR: "1", ...env },
    cwd,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

const LAST_LINE = "Ollama accepts this address as it is.";

/** Reads what `deno task demo` prints until the page is there. */
export async function readStart({ stdout }: Deno.ChildProcess): Promise<Started> {
  const reader = stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes(`${LAST_LINE}\n`)) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
  }
  await reader.cancel();
  const lines = text.trimEnd().split("\n");
  const [, address] = /^Ask your stars: (http:\/\/localhost:8\d{3})$/m.exec(text) ?? [];
  return { lines, address };
}
