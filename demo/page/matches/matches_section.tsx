// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { usePage } from "../core/page.ts";
import { MORE } from "../actions/actions.ts";
import { MATCH_COUNT } from "../state/state.ts";
import { formatCount } from "../messages/format.ts";
import { FilterBar } from "./filter_bar.tsx";
import { MatchList } from "./match_list.tsx";
import { matchesTitle } from "../messages/match_words.ts";
import { Menu } from "../parts/menu.tsx";
import { Ranking } from "./ranking.tsx";
import { ExportActions, NoMatch, Sources } from "./lazy_views.ts";
import { ReadmesBar } from "./readmes_bar.tsx";
import { Button } from "../parts/button.tsx";

/** The matches of what stands in the box, or the sources of the answer. */
export function MatchesSection(): JSX.Element | null {
  const { state } = usePage();
  const isNothing = state.asked.value?.phase.value.kind === "no match" && !state.isChanged.value;
  // The answer's place says so already.
  if (isNothing) return null;
  return (
    <section id="matches" aria-labelledby="matches-title">
      {state.showsSources.value ? <Sources /> : <Matches />}
    </section>
  );
}

function Matches(): JSX.Element {
  const { state } = usePage();
  const found = state.found.value;
  const asked = state.asked.value;
  const question = state.question.value.trim();
  const title = found === undefined ? "Matches" : matchesTitle(found, {
    collection: state.collection.value,
    sort: state.sort.value,
    // An example stands in for a question that was not typed yet, and a moment longer.
    isNamed: asked !== undefined || found.question === state.example && question !== state.example,
  });
  return (
    <>
      <div class="matches-head">
        <h2 id="matches-title" tabIndex={-1}>{title}</h2>
        {found !== undefined && found.total > 0 && <Ranking found={found} />}
        {asked !== undefined && asked.phase.value.kind !== "no match" && (
          <Button
            class="link"
            onClick={() => state.pinsSources.value = true}
          >
            Sources of the answer
          </Button>
        )}
        <ExportMenu />
      </div>
      <FilterBar />
      {found !== undefined && found.repositories.length === 0
        ? <NoMatch found={found} />
        : <MatchList repositories={found?.repositories ?? []} terms={found?.terms ?? []} />}
      <div class="after-matches">
        <More />
        <ReadmesBar repositories={found?.repositories.slice(0, MATCH_COUNT) ?? []} />
      </div>
    </>
  );
}

/** Writes the matches, or the whole list, into a file. */
function ExportMenu(): JSX.Element {
  const words = (
    <>
      Export <span aria-hidden="true">▾</span>
    </>
  );
  return (
    <Menu words={words}>
      <ExportActions />
    </Menu>
  );
}

function More(): JSX.Element | null {
  const { state } = usePage();
  const found = state.found.value;
  /** The place of the first match that is new, once it is there. */
  const firstNew = useRef<number | undefined>(undefined);
  const length = found?.repositories.length ?? 0;
  useEffect(() => {
    if (firstNew.current === undefined || length <= firstNew.current) return;
    document.querySelectorAll<HTMLElement>(".card .name")[firstNew.current]?.focus();
    firstNew.current = undefined;
  }, [length]);
  const show = (limit: number): void => {
    firstNew.current = length;
    state.limit.value = limit;
  };
  if (found === undefined) return null;
  const rest = found.total - found.repositories.length;
  if (rest <= 0) return null;
  return (
    <>
      <Button onClick={() => show(state.limit.peek() + MORE)}>
        Show {Math.min(rest, MORE)} more
      </Button>
      {rest > MORE && (
        <Button class="link" onClick={() => show(found.total)}>
          Show all {formatCount(found.total)}
        </Button>
      )}
    </>
  );
}
