// Copyright 2026 the Rivulet authors. MIT license.

/** A `ref` that gives the focus to the choice that is picked in an element, when that appears. */
export function focusPicked(element: HTMLElement | null): void {
  element?.querySelector<HTMLElement>("input:checked")?.focus();
}
