// Copyright 2026 the Rivulet authors. MIT license.

/** The only token of each answer. */
export const ANSWER = "Hi";

export function askedAt(): number {
  return performance.now();
}

/** Prints how long the first token took, or fails where it is another one. */
export function tell(begin: number, isRight: boolean): void {
  const milliseconds = performance.now() - begin;
  if (!isRight) throw new Error("the token is another one");
  Deno.stdout.writeSync(new TextEncoder().encode(`${milliseconds}\n`));
}
