// Copyright 2026 the Rivulet authors. MIT license.

import { stripTypeScriptTypes } from "node:module";
import { type CommandResult, runCommand } from "../support/commands.ts";
import type { Place } from "./place.ts";

/** A program as a person writes and starts it. */
export interface Program {
  readonly code: string;
  /** The name of its file. Where types are not known, they are taken out of a file with them. */
  readonly file: `${string}.ts` | `${string}.mjs`;
  /** What Deno permits, and nothing more. */
  readonly permissions: readonly string[];
  /** Variables beside those of this machine. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The longest that a program may take. */
const LIMIT_MS = 60_000;

/** Runs a program to its end. */
export async function runProgram(place: Place, program: Program): Promise<CommandResult> {
  const { folder, file } = await writeProgram(place, program);
  return await runCommand(place.command(program.permissions, file), folder, {
    // Deno looks for a newer Deno now and then.
    env: { DENO_NO_UPDATE_CHECK: "1", ...program.env },
    signal: AbortSignal.timeout(LIMIT_MS),
  });
}

/** Writes a program into a folder of its own within the project. */
export async function writeProgram(
  { folder: project, knowsTypes }: Place,
  { code, file }: Pick<Program, "code" | "file">,
): Promise<{ folder: string; file: string }> {
  const folder = await Deno.makeTempDir({ dir: project });
  const written = knowsTypes || file.endsWith(".mjs")
    ? { file, code }
    : { file: `${file}.mjs`, code: stripTypeScriptTypes(code) };
  await Deno.writeTextFile(`${folder}/${written.file}`, written.code);
  return { folder, file: written.file };
}
