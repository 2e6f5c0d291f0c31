// Copyright 2026 the Rivulet authors. MIT license.

/** The folder of the project. */
export const root: URL = new URL("../../", import.meta.url);

/** What a command runs with beside the environment of this machine. */
export type RunOptions = Pick<Deno.CommandOptions, "env" | "signal">;

/** How a command ended and what it printed. */
export interface CommandResult {
  ok: boolean;
  stdout: string;
  stderr: string;
}

export async function runCommand(
  command: string[],
  cwd: string | URL,
  options: RunOptions = {},
): Promise<CommandResult> {
  const [program = "", ...args] = command;
  const { success, stdout, stderr } = await new Deno.Command(program, {
    ...options,
    args,
    cwd,
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return { ok: success, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** What a command that must succeed prints. */
export async function mustRun(
  command: string[],
  cwd: string | URL,
  options: RunOptions = {},
): Promise<string> {
  const { ok, stdout, stderr } = await runCommand(command, cwd, options);
  if (!ok) throw new Error(`${command.join(" ")} failed:\n${stdout}${stderr}`);
  return stdout;
}
