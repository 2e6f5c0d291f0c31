// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { filterWords, withoutFilter } from "../../stars/typed_filter.ts";
import { usePage } from "../core/page.ts";
import { typeQuestion } from "../actions/actions.ts";
import { Button } from "../parts/button.tsx";

/** The filters that stand in the box, such as `lang:rust`: named, and one click from gone. */
export function TypedFilters(): JSX.Element {
  const { state } = usePage();
  const typed = state.found.value?.typed ?? [];
  return (
    <>
      {typed.map((filter) => (
        <Button
          class="typed"
          key={`${filter.start}`}
          aria-label={`Remove the filter ${filterWords(filter)}`}
          onClick={() => typeQuestion(state, withoutFilter(state.question.peek(), filter))}
        >
          {filterWords(filter)} <span aria-hidden="true">×</span>
        </Button>
      ))}
      <OfferedFilters />
    </>
  );
}

/** A language that the question names, and one click makes it a filter. */
function OfferedFilters(): JSX.Element | null {
  const { state } = usePage();
  const found = state.found.value;
  // What was found may still be for what stood in the box before.
  if (found === undefined || found.question !== state.question.value.trim()) return null;
  return (
    <>
      {found.offered.map((offer) => (
        <Button
          class="link"
          key={`${offer.start}`}
          onClick={() => {
            const rest = withoutFilter(found.question, offer).trim();
            typeQuestion(state, `${rest} lang:${offer.value}`);
          }}
        >
          Only {offer.value}
        </Button>
      ))}
    </>
  );
}
