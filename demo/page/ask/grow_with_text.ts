// Copyright 2026 the Rivulet authors. MIT license.

const growsByItself = (): boolean => CSS.supports("field-sizing", "content");

/** Lets the question box grow with its text where the browser does not do it by itself. */
export function growWithText(input: HTMLTextAreaElement): void {
  if (growsByItself()) return;
  input.style.height = "auto";
  // The border is no part of the scroll height; this box has none.
  input.style.height = `${input.scrollHeight}px`;
}

/** The same when the window changes, and the width of the box with it. Gives what ends that. */
export function growWithWindow(input: HTMLTextAreaElement): (() => void) | undefined {
  if (growsByItself()) return undefined;
  const grow = (): void => growWithText(input);
  addEventListener("resize", grow);
  return () => removeEventListener("resize", grow);
}
