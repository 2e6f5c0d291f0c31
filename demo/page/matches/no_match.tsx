// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { isFiltering, NO_FILTERS } from "../../stars/filters.ts";
import { withoutFilter } from "../../stars/typed_filter.ts";
import type { Matches } from "../search/matches.ts";
import { usePage } from "../core/page.ts";
import { pickFilters, typeQuestion } from "../actions/actions.ts";
import { formatCount } from "../messages/format.ts";
import { noMatchAdvice } from "../messages/match_words.ts";
import { Button } from "../parts/button.tsx";

/** Nothing was found, and what may find something. */
export function NoMatch({ found, note = "" }: { found: Matches; note?: string }): JSX.Element {
  const { state } = usePage();
  const { question, typed, alone } = found;
  const isFiltered = isFiltering(state.filters.value) || typed.length > 0;
  const clear = (): void => {
    pickFilters(state, NO_FILTERS);
    // From the back, so that the places before stay right.
    const text = [...typed].reverse().reduce(withoutFilter, question);
    typeQuestion(state, text);
  };
  const filters = typed.map(({ start, end }) => ` ${question.slice(start, end)}`).join("");
  return (
    <div class="panel no-match">
      <h3>
        {state.isSample.value ? "No repository matches that." : "None of your stars match that."}
      </h3>
      <p>{`${note} ${noMatchAdvice(question)}`.trim()}</p>
      {alone?.[0] !== undefined && (
        <div class="row">
          <span>One word alone finds some:</span>
          {alone.map(({ word, count }) => (
            <Button
              key={word}
              onClick={() => typeQuestion(state, word + filters)}
            >
              {`${word} (${formatCount(count)})`}
            </Button>
          ))}
        </div>
      )}
      <div class="row">
        {isFiltered && <Button onClick={clear}>Clear filters</Button>}
        {state.meaningsModel.value === undefined && (
          <Button onClick={() => state.dialog.value = { kind: "stars", focusOn: "meanings" }}>
            Smarter search
          </Button>
        )}
      </div>
    </div>
  );
}
