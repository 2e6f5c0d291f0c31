// Copyright 2026 the Rivulet authors. MIT license.

import type { ComponentChildren, JSX } from "preact";

/** A link that leaves the page: a new tab, because the answer would be lost here. */
export function OutsideLink(
  { address, className, label, children }: {
    address: string;
    className?: string;
    /** What a screen reader calls it, where its words alone say too little. */
    label?: string;
    children: ComponentChildren;
  },
): JSX.Element {
  return (
    <a
      href={address}
      class={className}
      aria-label={label}
      target="_blank"
      rel="noopener noreferrer nofollow"
    >
      {children}
    </a>
  );
}
