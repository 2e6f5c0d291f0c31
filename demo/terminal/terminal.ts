// Copyright 2026 the Rivulet authors. MIT license.

import { type Output, processOutput } from "./output.ts";

/** Where a program writes to. */
export interface Terminal {
  /** For what was asked for. */
  readonly out: Output;
  /** For all that is told beside it. */
  readonly err: Output;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  return { out: processOutput(Deno.stdout), err: processOutput(Deno.stderr) };
}
