// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { type Count, languagesOf, topicsOf } from "../../stars/counts.ts";
import { SORT_ORDERS, type SortOrder } from "../../stars/sort.ts";
import { usePage } from "../core/page.ts";
import { pickFilters, pickSort } from "../actions/actions.ts";
import { TypedFilters } from "./lazy_views.ts";

/** So many topics are offered; a list has thousands. */
const MOST_TOPICS = 60;

/** What narrows the matches down, their order, and what can be done with all of them. */
export function FilterBar(): JSX.Element {
  const { state } = usePage();
  const { repositories } = state.collection.value;
  const languages = useMemo(() => languagesOf(repositories), [repositories]);
  const topics = useMemo(() => topicsOf(repositories, MOST_TOPICS), [repositories]);
  const { language, topic, archived } = state.filters.value;
  return (
    <div class="filters" role="group" aria-label="Filters">
      {state.question.value.trim() !== "" && <TypedFilters />}
      <CountSelect
        label="Language"
        all="Any language"
        value={language}
        counts={languages}
        onPick={(picked) => pickFilters(state, { language: picked })}
      />
      {topics.length > 0 && (
        <CountSelect
          label="Topic"
          all="Any topic"
          value={topic}
          counts={topics}
          onPick={(picked) => pickFilters(state, { topic: picked })}
        />
      )}
      <select
        aria-label="Order"
        value={state.sort.value}
        onChange={({ currentTarget: { value } }) => pickSort(state, value as SortOrder)}
      >
        {SORT_ORDERS.map(({ id, words }) => <option key={id} value={id}>{words}</option>)}
      </select>
      <label class="check">
        <input
          type="checkbox"
          checked={archived === "hidden"}
          onChange={({ currentTarget: { checked } }) =>
            pickFilters(state, { archived: checked ? "hidden" : "shown" })}
        />
        Hide archived
      </label>
    </div>
  );
}

function CountSelect(
  { label, all, value, counts, onPick }: {
    label: string;
    all: string;
    value: string;
    counts: readonly Count[];
    onPick: (value: string) => void;
  },
): JSX.Element {
  // One that is picked is offered, whatever its place.
  const isListed = value === "" || counts.some(({ name }) => name === value);
  return (
    <select
      aria-label={label}
      value={value}
      class={value === "" ? undefined : "active"}
      onChange={({ currentTarget }) => onPick(currentTarget.value)}
    >
      <option value="">{all}</option>
      {!isListed && <option value={value}>{value}</option>}
      {counts.map(({ name, count }) => (
        <option key={name} value={name}>{`${name} (${count.toLocaleString("en")})`}</option>
      ))}
    </select>
  );
}
