// Copyright 2026 the Rivulet authors. MIT license.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { usePage } from "../core/page.ts";
import { readUserName } from "../../stars/user_name.ts";
import { NAME_PROBLEM } from "../messages/name_problem.ts";
import { formatCount } from "../messages/format.ts";
import { starReading } from "../stars/stars_part.ts";

/** What the page is for: it takes the name whose stars are to be searched. */
export function Welcome(): JSX.Element | null {
  const { state, late } = usePage();
  const input = useRef<HTMLInputElement>(null);
  const problem = useSignal<string | undefined>(undefined);
  if (!state.isSample.value || state.starsReading.value.kind === "reading") return null;

  function submit(event: Event): void {
    event.preventDefault();
    const user = readUserName(input.current!.value);
    problem.value = user === undefined ? NAME_PROBLEM : undefined;
    if (user === undefined) input.current!.focus();
    else late.use(starReading, (part) => part.read(user));
  }
  return (
    <form class="introduction welcome" onSubmit={submit}>
      <h2>
        <label for="welcome-name">Search the stars of</label>{" "}
        <span class="row">
          <input
            id="welcome-name"
            ref={input}
            name="name"
            placeholder="GitHub user"
            autocomplete="username"
            autocapitalize="none"
            spellcheck={false}
            aria-invalid={problem.value !== undefined}
            aria-describedby="welcome-result"
          />
          <button type="submit" class="quiet" aria-label="Load stars">→</button>
        </span>
      </h2>
      <p>
        No account, no token: public stars only. Or ask these{" "}
        {formatCount(state.collection.value.repositories.length)} well-known repositories first.
      </p>
      <p id="welcome-result" class="result" aria-live="polite">{problem.value}</p>
    </form>
  );
}
