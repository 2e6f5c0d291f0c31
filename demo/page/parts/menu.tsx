// Copyright 2026 the Rivulet authors. MIT license.

import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";

/** At the bottom of a window the items would be out of sight. */
function bringIntoSight(items: HTMLElement | null): void {
  items?.scrollIntoView({ block: "nearest" });
}

/** A button that unfolds a few more. It folds again when the focus leaves it. */
export function Menu(
  { label, words = <span aria-hidden="true">⋯</span>, children }: {
    /** What a screen reader calls it. */
    label?: string;
    words?: ComponentChildren;
    children: ComponentChildren;
  },
): JSX.Element {
  const isOpen = useSignal(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <div
      class="menu"
      onFocusOut={(event) => {
        const next = event.relatedTarget;
        // Without a target the window itself has lost the focus, or a button that cannot have it
        // was clicked.
        if (next instanceof Node && !event.currentTarget.contains(next)) isOpen.value = false;
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isOpen.value) return;
        event.stopPropagation();
        isOpen.value = false;
        opener.current?.focus();
      }}
    >
      <button
        type="button"
        ref={opener}
        class="menu-button"
        aria-label={label}
        aria-expanded={isOpen.value}
        onClick={() => isOpen.value = !isOpen.value}
      >
        {words}
      </button>
      {isOpen.value && (
        <div
          class="menu-items"
          ref={bringIntoSight}
          onClick={({ target }) => {
            if ((target as Element).closest("button") !== null) isOpen.value = false;
          }}
        >
          {children}
        </div>
      )}
    </div>
  );
}
