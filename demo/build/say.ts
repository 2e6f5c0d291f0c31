// Copyright 2026 the Rivulet authors. MIT license.

// What the programs of the page tell in the terminal.

/** Prints a line. */
export function say(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

/** Runs a program; where it fails, its message is all that is printed, since it says what to do. */
export async function runProgram(program: () => Promise<void>): Promise<void> {
  try {
    await program();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    Deno.stderr.writeSync(new TextEncoder().encode(`${message}\n`));
    Deno.exit(1);
  }
}
