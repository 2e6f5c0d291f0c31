// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { usePage } from "./core/page.ts";
import { Banner } from "./parts/banner.tsx";
import type { ReadingWords } from "./messages/reading_words.ts";
import { meaningsReadingWords } from "./messages/meanings_reading_words.ts";
import { starsReadingWords } from "./messages/stars_reading_words.ts";
import { meanings } from "./meanings/meanings_part.ts";
import { starReading } from "./stars/stars_part.ts";

/** A link to other stars, and how far stars and meanings are read. */
export function ReadingBanners(): JSX.Element {
  const { state, late } = usePage();
  return (
    <>
      <LinkedList />
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

/** A link that names other stars than those that are searched. Nothing is read before a click. */
function LinkedList(): JSX.Element | null {
  const { state, late } = usePage();
  const user = state.linkedUser.value;
  if (user === undefined) return null;
  return (
    <Banner
      id="linked-list"
      label="Link"
      line={`This link asks the stars of @${user}, which are not here.`}
      hint="They are read from GitHub when you say so."
      actions={[
        { words: "Load stars", run: () => late.use(starReading, (part) => part.read(user)) },
        {
          words: state.isSample.value ? "Ask the sample" : `Ask ${state.collection.value.title}`,
          run: () => state.linkedUser.value = undefined,
        },
      ]}
    />
  );
}
