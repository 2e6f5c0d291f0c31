// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { requestsFor } from "../../stars/github.ts";
import { partOf } from "../../stars/part_of.ts";
import { changeSettings } from "../actions/actions.ts";
import { usePage } from "../core/page.ts";
import { Button } from "../parts/button.tsx";
import { Section } from "../parts/dialog.tsx";
import { Row } from "../parts/panel.tsx";
import { unreadableWords } from "../messages/stars_reading_words.ts";
import { formatCount, formatMoment, formatPlural } from "../messages/format.ts";
import { starReading } from "./stars_part.ts";

/** The list that is searched now, and the ways to bring it up to date or to leave it. */
export function CurrentStars({ onDone }: { onDone: () => void }): JSX.Element | null {
  const { state, late } = usePage();
  const stars = state.stars.value;
  if (stars === undefined) return null;
  const { user, repositories: { length }, total, savedAt } = stars;
  const part = partOf(stars);
  const read = (anew: boolean): void => {
    onDone();
    late.use(starReading, (part) => part.read(user, { anew }));
  };
  const useSample = (): void => {
    onDone();
    late.use(starReading, (part) => part.useSample());
  };
  return (
    <Section title={`@${user}`}>
      <p class="hint">
        {part === undefined
          ? formatPlural(length, "star")
          : `${formatCount(part.count)} of about ${formatPlural(part.total, "star")}`}
        , read {formatMoment(savedAt)}. {part === undefined
          ? "New stars take about one request."
          : "The list was not read to its end."} {unreadableWords(stars.unreadable)}{" "}
        What you have unstarred long ago goes only with a full reload; the list of now stays until
        the new one is whole.
      </p>
      <label class="check">
        <input
          type="checkbox"
          name="looks"
          checked={state.settings.value.looksForStars}
          onChange={({ currentTarget: { checked: looksForStars } }) =>
            changeSettings(state, { looksForStars })}
        />
        Look for new stars when the page opens (about one request)
      </label>
      <Row>
        <Button onClick={() => read(false)}>
          {part === undefined ? "Look for new stars" : "Read the rest"}
        </Button>
        <Button onClick={() => read(true)}>
          Full reload ({formatPlural(requestsFor(Math.max(total, length)), "request")})
        </Button>
        <Button onClick={useSample}>Use the sample</Button>
      </Row>
    </Section>
  );
}
