// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { usePage } from "./page.ts";
import { Banner } from "./parts/banner.tsx";
import { meaningsReadingWords } from "./state/meanings_reading.ts";
import { starsReadingWords } from "./state/stars_reading.ts";

/** How far stars and meanings are read. */
export function ReadingBanners(): JSX.Element {
  const { state, late } = usePage();
  const stars = starsReadingWords(state.starsReading.value);
  const meanings = meaningsReadingWords(state.meaningsReading.value);
  return (
    <>
      {stars !== undefined && (
        <Banner
          label="Reading stars"
          {...stars}
          actions={stars.actions.map(({ action, words }) => ({
            words,
            run: () => late.use((parts) => parts.stars.act(action)),
          }))}
        />
      )}
      {meanings !== undefined && (
        <Banner
          label="Reading meanings"
          {...meanings}
          actions={meanings.actions.map(({ action, words }) => ({
            words,
            run: () => late.use((parts) => parts.meanings.act(action)),
          }))}
        />
      )}
    </>
  );
}
