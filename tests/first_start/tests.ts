// Copyright 2026 the Rivulet authors. MIT license.

// The tests pass after the second command of the README.

import { type Machine, startTask } from "./machine.ts";

/**
 * Runs the tests and shows what they print, so that they count where results are added up. Then
 * looks how much they reached: what that needs is in the cache of this machine only.
 */
export async function runTests(machine: Machine): Promise<void> {
  for (const inPlace of ["test", "coverage"]) {
    const program = await startTask("test", { machine, inPlace, stdout: "inherit" });
    const { code } = await program.status;
    if (code !== 0) throw new Error(`The task "${inPlace}" ended with code ${code}`);
  }
}
