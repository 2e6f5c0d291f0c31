// Copyright 2026 the Rivulet authors. MIT license.

import type { ComponentChildren, JSX } from "preact";

/** A labelled field. */
export function Field(
  { label, hint, children }: {
    label: string;
    hint?: string;
    children: ComponentChildren;
  },
): JSX.Element {
  return (
    <label class="field">
      {label}
      {children}
      {hint !== undefined && <span class="hint">{hint}</span>}
    </label>
  );
}
