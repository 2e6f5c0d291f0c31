// Copyright 2026 the Rivulet authors. MIT license.

import { chatCommand, endInTime } from "./chat_program.ts";
import { root } from "./commands.ts";
import { screenOf } from "./pseudo_screen.ts";

/** What a run in a terminal left. */
export interface TerminalRun {
  code: number;
  /** All bytes that the terminal got. */
  raw: string;
  /** What a person sees in the end. */
  screen: string[];
}

/** The program in a terminal of its own. */
export interface TerminalProgram {
  /** Types into the terminal; "\x03" is Ctrl+C. */
  type(text: string): Promise<void>;
  /** Resolves once the terminal got this text, so many times. */
  shows(text: string, times?: number): Promise<void>;
  end(): Promise<TerminalRun>;
}

/** The program `script` of util-linux gives a command a terminal. */
export const hasTerminal: boolean = Deno.build.os === "linux" && await hasScript();

/** Starts the terminal program in a terminal of this many columns. */
export function startInTerminal(
  args: string[],
  { columns, env = {} }: { columns: number; env?: Record<string, string> },
): TerminalProgram {
  const words = [...chatCommand(), ...args].map(quote).join(" ");
  const program = new Deno.Command("script", {
    args: ["-qec", `stty cols ${columns} rows 24; exec ${words}`, "/dev/null"],
    env: {
      TERM: "xterm-256color",
      NO_COLOR: "",
      GITHUB_API_URL: "",
      OLLAMA_HOST: "",
      RIVULET_API_KEY: "",
      ...env,
    },
    cwd: root,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  endInTime(program);
  const writer = program.stdin.getWriter();
  let raw = "";
  let more = Promise.withResolvers<void>();
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of program.stdout) {
      raw += decoder.decode(chunk, { stream: true });
      more.resolve();
      more = Promise.withResolvers<void>();
    }
    more.reject(new Error(`The terminal has closed. It got:\n${raw}`));
    more.promise.catch(() => {});
  })();
  return {
    type: (text) => writer.write(new TextEncoder().encode(text)),
    async shows(text, times = 1) {
      while (raw.split(text).length <= times) await more.promise;
    },
    async end() {
      const { code } = await program.status;
      await reading;
      await writer.close().catch(() => {});
      return { code, raw, screen: screenOf(raw) };
    },
  };
}

/** Runs the terminal program to its end. */
export async function runInTerminal(
  args: string[],
  options: { columns: number; env?: Record<string, string> },
): Promise<TerminalRun> {
  return await startInTerminal(args, options).end();
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

async function hasScript(): Promise<boolean> {
  try {
    const { success } = await new Deno.Command("script", {
      args: ["--version"],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).output();
    return success;
  } catch {
    return false;
  }
}
