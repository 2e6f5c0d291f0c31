// Copyright 2026 the Rivulet authors. MIT license.

/** Whether two lists hold the same things in the same order. */
export function hasSameItems<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
