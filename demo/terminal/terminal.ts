// Copyright 2026 the Rivulet authors. MIT license.

/** Where a program writes to. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Whether stderr shows colours. */
  readonly colour: boolean;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  return {
    out: (text) => writeAll(Deno.stdout, text),
    err: (text) => writeAll(Deno.stderr, text),
    colour: Deno.stderr.isTerminal() && !Deno.noColor,
  };
}

function writeAll(to: { writeSync(bytes: Uint8Array): number }, text: string): void {
  let rest = new TextEncoder().encode(text);
  while (rest.length > 0) rest = rest.subarray(to.writeSync(rest));
}
