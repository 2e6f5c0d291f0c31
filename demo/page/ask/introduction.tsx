// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";

/** What the page is for, until there is a question. */
export function Introduction(): JSX.Element {
  return (
    <div class="introduction">
      <h2>Find it in your stars, and ask about it</h2>
      <p>
        Matches come as you type. A model answers from the best of them, on this device if you like.
      </p>
    </div>
  );
}
