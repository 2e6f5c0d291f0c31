// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { usePage } from "./core/page.ts";
import { Banner } from "./parts/banner.tsx";
import type { ReadingWords } from "./messages/reading_words.ts";
import { meaningsReadingWords } from "./messages/meanings_reading_words.ts";
import { starsReadingWords } from "./messages/stars_reading_words.ts";
import { meanings } from "./meanings/meanings_part.ts";
import { starReading } from "./stars/stars_part.ts";

/** How far stars and meanings are read. */
export function ReadingBanners(): JSX.Element {
  const { state, late } = usePage();
  return (
    <>
      <ReadingBanner
        label="Reading stars"
        reading={starsReadingWords(state.starsReading.value)}
        onAction={(action) => late.use(starReading, (part) => part.act(action))}
      />
      <ReadingBanner
        label="Reading meanings"
        reading={meaningsReadingWords(state.meaningsReading.value)}
        onAction={(action) => late.use(meanings, (part) => part.act(action))}
      />
    </>
  );
}

function ReadingBanner<Action>(
  { label, reading, onAction }: {
    label: string;
    reading: ReadingWords<Action> | undefined;
    onAction: (action: Action) => void;
  },
): JSX.Element | null {
  if (reading === undefined) return null;
  const actions = reading.actions.map(({ action, words }) => ({
    words,
    run: () => onAction(action),
  }));
  return <Banner label={label} {...reading} actions={actions} />;
}
