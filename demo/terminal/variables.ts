// Copyright 2026 the Rivulet authors. MIT license.

/** An environment variable; undefined where it is empty, or where this run may not read it. */
export function readVariable(name: string): string | undefined {
  try {
    return Deno.env.get(name) || undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) return undefined;
    throw error;
  }
}
