// Copyright 2026 the Rivulet authors. MIT license.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { takeAllIn } from "../actions/source_actions.ts";
import { usePage } from "../core/page.ts";
import { formatPlural } from "../messages/format.ts";
import { sourcesTitle } from "../messages/source_words.ts";
import { MatchList } from "./match_list.tsx";
import { Button } from "../parts/button.tsx";

/** The sources of the answer: those that it cites, and the others where a person wants them. */
export function Sources(): JSX.Element | null {
  const { state } = usePage();
  /** The question whose other sources are shown as well. */
  const unfolded = useSignal<number | undefined>(undefined);
  const asked = state.turn.value ?? state.asked.value;
  const matches = asked?.matches.value;
  if (asked === undefined || matches === undefined) return null;
  const { title, count } = sourcesTitle(matches);
  const cited = asked.cited.value.length;
  const rest = matches.repositories.length - cited;
  const isFolded = cited > 0 && rest > 0 && unfolded.value !== asked.id;
  return (
    <>
      <div class="matches-head">
        <h2 id="matches-title" tabIndex={-1}>
          {title} <span class="count">{count}</span>
        </h2>
        {state.isChanged.value && (
          <Button
            class="link"
            onClick={() => state.pinsSources.value = false}
          >
            Matches of what you type
          </Button>
        )}
      </div>
      <MatchList
        repositories={matches.repositories}
        asked={asked}
        terms={matches.terms}
        isFolded={isFolded}
      />
      {isFolded && (
        <p class="after-matches">
          <Button class="link" onClick={() => unfolded.value = asked.id}>
            {formatPlural(rest, "more was read", "more were read")}
          </Button>
        </p>
      )}
      {!state.isChanged.value && <LeftOut />}
    </>
  );
}

/** What the next answer to this question goes without. */
function LeftOut(): JSX.Element | null {
  const { state } = usePage();
  const names = [...state.leftOut.value];
  if (names.length === 0) return null;
  return (
    <p class="hint">
      Left out: {names.join(", ")}.{" "}
      <Button class="link" onClick={() => takeAllIn(state)}>Take back</Button>
    </p>
  );
}
