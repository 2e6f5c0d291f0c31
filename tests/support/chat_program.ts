// Copyright 2026 the Rivulet authors. MIT license.

import config from "../../deno.json" with { type: "json" };
import { root } from "./commands.ts";

/** What a run of the terminal program left. */
export interface ChatRun {
  code: number;
  stdout: string;
  stderr: string;
}

/** How to start the terminal program otherwise than the task does. */
export interface ChatStart {
  env?: Record<string, string> | undefined;
  /** Whether something is written to the program; else its input is empty. */
  stdin?: "piped" | "null" | undefined;
  /** Whether the program gets the permissions of the task. @default {true} */
  permitted?: boolean | undefined;
  /** @default {"chat"} */
  task?: "chat" | "chat:remote" | undefined;
}

const LIMIT_MS = 30_000;

const ENVIRONMENT = {
  NO_COLOR: "1",
  RIVULET_API_KEY: "",
  OPENAI_API_KEY: "",
  GITHUB_TOKEN: "",
  GITHUB_ENTERPRISE_TOKEN: "",
  GITHUB_API_URL: "",
  OLLAMA_HOST: "",
};

/** The command of `deno task chat`, with the very flags of the task. */
export function chatCommand({ permitted = true, task = "chat" }: ChatStart = {}): string[] {
  const [, ...words] = config.tasks[task].command.split(" ");
  const wanted = permitted ? words : words.filter((word) => !word.startsWith("--allow-"));
  return [Deno.execPath(), ...wanted];
}

/** Starts `deno task chat` as a process of its own, so that it gets signals. */
export function startChat(
  args: string[],
  env: Record<string, string> = {},
  { stdin = "null", permitted, task }: ChatStart = {},
): Deno.ChildProcess {
  const [name = "", ...command] = chatCommand({ permitted, task });
  const program = new Deno.Command(name, {
    args: [...command, ...args],
    env: { ...ENVIRONMENT, ...env },
    cwd: root,
    stdin,
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  endInTime(program);
  return program;
}

/** Ends a program that does not end by itself, so that a failing test ends. */
export function endInTime(program: Deno.ChildProcess): void {
  const timer = setTimeout(() => program.kill("SIGKILL"), LIMIT_MS);
  program.status.finally(() => clearTimeout(timer));
}

/** Runs the terminal program to its end. */
export async function runChat(
  args: string[],
  env?: Record<string, string>,
  { input, permitted, task }: ChatStart & { input?: string | undefined } = {},
): Promise<ChatRun> {
  const stdin = input === undefined ? "null" : "piped";
  const program = startChat(args, env, { stdin, permitted, task });
  const output = program.output();
  if (input !== undefined) {
    // A program may have read enough.
    await new Response(input).body!.pipeTo(program.stdin).catch(() => {});
  }
  const { code, stdout, stderr } = await output;
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** A folder of its own for what a run keeps, where the task may write. Removed at the end. */
export function keptFolder(): { path: string; url: URL } & Disposable {
  const path = `.rivulet/test-${crypto.randomUUID().slice(0, 8)}`;
  const url = new URL(`${path}/`, root);
  return {
    path,
    url,
    [Symbol.dispose]() {
      try {
        Deno.removeSync(url, { recursive: true });
      } catch (error) {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      }
    },
  };
}
