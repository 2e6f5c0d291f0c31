// Copyright 2026 the Rivulet authors. MIT license.

import { chatCommand, endInTime } from "./chat_program.ts";
import { root } from "./commands.ts";

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
  /** Resolves once the terminal got this text. */
  shows(text: string): Promise<void>;
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
    env: { TERM: "xterm-256color", GITHUB_API_URL: "", RIVULET_API_KEY: "", ...env },
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
    async shows(text) {
      while (!raw.includes(text)) await more.promise;
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

/** The lines of a screen after these bytes, as far as this program moves about on one. */
export function screenOf(raw: string): string[] {
  return raw
    .replace(STYLES, "")
    .split("\r\n")
    .map((line) => line.split("\r").reduce(overwrite, ""));
}

// deno-lint-ignore no-control-regex -- these are what a terminal gets
const STYLES = /\x1b\[[\d;]*m|\x1b\]8;;.*?\x1b\\/g;
const ERASE_REST = "\x1b[K";

function overwrite(line: string, text: string): string {
  const [written = "", ...rest] = text.split(ERASE_REST);
  return rest.length > 0 ? written + rest.join("") : written + line.slice(written.length);
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
