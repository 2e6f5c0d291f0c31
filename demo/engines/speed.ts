// Copyright 2026 the Rivulet authors. MIT license.

/** `31 tok/s`; a slow machine deserves its decimal. */
export function speedOf(tokensPerSecond: number): string {
  const slow = tokensPerSecond < 9.95;
  return `${slow ? tokensPerSecond.toFixed(1) : Math.round(tokensPerSecond)} tok/s`;
}
