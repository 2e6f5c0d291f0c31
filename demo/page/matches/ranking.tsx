// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { usePage } from "../core/page.ts";
import type { Matches } from "../search/matches.ts";
import { formatAge } from "../messages/format.ts";
import { rankingWords } from "../messages/match_words.ts";
import { Button } from "../parts/button.tsx";

/** What the matches are ranked by, and the offer to compare meanings as well. */
export function Ranking({ found }: { found: Matches }): JSX.Element {
  const { state } = usePage();
  const { countsAsOf } = state.collection.value;
  const savedAt = state.stars.value?.savedAt;
  const asOf = countsAsOf === undefined
    ? savedAt && `read ${formatAge(savedAt)}`
    : `star counts of ${countsAsOf}`;
  const model = state.meaningsModel.value;
  const offersMeaning = found.question !== "" && found.list === undefined && model === undefined &&
    state.meaningsReading.value.kind === "idle";
  const words = rankingWords(found, { model, sort: state.sort.value });
  return (
    <p class="ranking">
      {words}
      {offersMeaning && (
        <>
          {" · "}
          <Button
            class="link"
            onClick={() => state.dialog.value = { kind: "stars", focusOn: "meanings" }}
          >
            Smarter search
          </Button>
        </>
      )}
      {asOf !== undefined && <span class="as-of">{words && " · "}{asOf}</span>}
    </p>
  );
}
