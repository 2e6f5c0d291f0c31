// Copyright 2026 the Rivulet authors. MIT license.

/** Lets the question box grow where the browser does not do it by itself. */
export function growWithText(input: HTMLTextAreaElement): void {
  if (CSS.supports("field-sizing", "content")) return;
  input.style.height = "auto";
  // The border is no part of the scroll height; this box has none.
  input.style.height = `${input.scrollHeight}px`;
}
