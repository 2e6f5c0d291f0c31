// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { usePage } from "./page.ts";
import { Banner } from "./parts/banner.tsx";
import type { ReadingWords } from "./state/reading_words.ts";
import { meaningsReadingWords } from "./state/meanings_reading_words.ts";
import { starsReadingWords } from "./state/stars_reading_words.ts";

/** How far stars and meanings are read. */
export function ReadingBanners(): JSX.Element {
  const { state, late } = usePage();
  return (
    <>
      <ReadingBanner
        label="Reading stars"
        reading={starsReadingWords(state.starsReading.value)}
        onAction={(action) => late.use(({ stars }) => stars.act(action))}
      />
      <ReadingBanner
        label="Reading meanings"
        reading={meaningsReadingWords(state.meaningsReading.value)}
        onAction={(action) => late.use(({ meanings }) => meanings.act(action))}
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
