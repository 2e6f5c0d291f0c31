// Copyright 2026 the Rivulet authors. MIT license.

import config from "../../deno.json" with { type: "json" };

/** What a run of the terminal program left. */
export interface ChatRun {
  code: number;
  stdout: string;
  stderr: string;
}

const ENVIRONMENT = { NO_COLOR: "1", RIVULET_API_KEY: "", OPENAI_API_KEY: "", GITHUB_TOKEN: "" };

/**
 * Starts `deno task chat` with the very flags of the task, but as a process of its own, so that it
 * gets signals.
 */
export function startChat(args: string[], env: Record<string, string> = {}): Deno.ChildProcess {
  const [, ...command] = config.tasks.chat.command.split(" ");
  return new Deno.Command(Deno.execPath(), {
    args: [...command, ...args],
    env: { ...ENVIRONMENT, ...env },
    cwd: new URL("../../", import.meta.url),
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Runs the terminal program to its end. */
export async function runChat(args: string[], env?: Record<string, string>): Promise<ChatRun> {
  const { code, stdout, stderr } = await startChat(args, env).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}
