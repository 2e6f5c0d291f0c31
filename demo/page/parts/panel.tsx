// Copyright 2026 the Rivulet authors. MIT license.

import type { ComponentChildren, JSX } from "preact";

/** A framed piece of the page with a title. */
export function Panel(
  { title, isAlert = false, children }: {
    title: ComponentChildren;
    isAlert?: boolean;
    children?: ComponentChildren;
  },
): JSX.Element {
  return (
    <div class={isAlert ? "panel error" : "panel"}>
      <h3>{title}</h3>
      {children}
    </div>
  );
}

/** Things side by side, mostly buttons. */
export function Row({ children }: { children: ComponentChildren }): JSX.Element {
  return <div class="row">{children}</div>;
}

/** The place that says what became of a form. */
export function Result({ children }: { children?: ComponentChildren }): JSX.Element {
  return <div class="result" aria-live="polite">{children}</div>;
}
