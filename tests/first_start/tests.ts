// Copyright 2026 the Rivulet authors. MIT license.

// The tests pass after the second command of the README.

import { type Machine, startReadmeCommand } from "./machine.ts";

/** Runs the tests and shows what they print, so that they count where results are added up. */
export async function runTests(machine: Machine): Promise<void> {
  const program = await startReadmeCommand("test", { machine, stdout: "inherit" });
  const { code } = await program.status;
  if (code !== 0) throw new Error(`The tests ended with code ${code}`);
}
