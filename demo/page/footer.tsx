// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { LastQuestions } from "./ask/examples.tsx";

/** The foot: what is read and sent, in a sentence. */
export function Footer(): JSX.Element {
  return (
    <footer>
      <div class="inner">
        <p>
          Your stars are read from GitHub when you ask for it. Your questions go only to the model
          that you pick.
        </p>
        <LastQuestions />
      </div>
    </footer>
  );
}
