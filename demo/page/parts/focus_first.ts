// Copyright 2026 the Rivulet authors. MIT license.

/** A `ref` that gives the focus to an element when it appears. */
export function focusFirst(element: HTMLElement | null): void {
  element?.focus();
}
