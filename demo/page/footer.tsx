// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { LastQuestions } from "./ask/examples.tsx";
import { usePage } from "./core/page.ts";
import { changeSettings } from "./actions/actions.ts";

const THEMES = [
  { id: "system", words: "as the system" },
  { id: "light", words: "light" },
  { id: "dark", words: "dark" },
] as const;

/** The foot: what is read and sent, in a sentence, and the colours. */
export function Footer(): JSX.Element {
  const { state } = usePage();
  return (
    <footer>
      <div class="inner">
        <p>
          Your stars are read from GitHub when you ask for it. Your questions go only to the model
          that you pick.
        </p>
        <LastQuestions />
        <label class="theme">
          Colours{" "}
          <select
            id="theme"
            value={state.settings.value.theme}
            onChange={({ currentTarget: { value } }) => {
              const { id } = THEMES.find((theme) => theme.id === value)!;
              changeSettings(state, { theme: id });
            }}
          >
            {THEMES.map(({ id, words }) => <option key={id} value={id}>{words}</option>)}
          </select>
        </label>
      </div>
    </footer>
  );
}
