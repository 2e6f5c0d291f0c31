// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { usePage } from "./core/page.ts";
import { changeSettings } from "./actions/actions.ts";
import { Button } from "./parts/button.tsx";

const THEMES = [
  { id: "system", words: "as the system" },
  { id: "light", words: "light" },
  { id: "dark", words: "dark" },
] as const;

/** What is seldom wanted of the page itself. */
export function PageMenu(): JSX.Element {
  const { state } = usePage();
  return (
    <>
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
      <Button onClick={() => state.dialog.value = { kind: "keys" }}>Keys</Button>
    </>
  );
}
