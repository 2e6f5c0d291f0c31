// Copyright 2026 the Rivulet authors. MIT license.

/** On a touch keyboard Enter is the only way to a new line. */
export function hasTouchKeyboard(): boolean {
  return matchMedia("(pointer: coarse) and (hover: none)").matches;
}
