// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { usePage } from "./page.ts";
import { ProgressBar } from "./parts/progress_bar.tsx";
import { say } from "./state/actions.ts";
import { meaningsReadingWords } from "./state/meanings_reading.ts";
import { starsReadingWords } from "./state/stars_reading.ts";
import { troublesOf } from "./state/troubles.ts";

/** What goes on beside the question, a line for each. */
export function Banners(): JSX.Element {
  const { state, late } = usePage();
  const stars = starsReadingWords(state.starsReading.value);
  const meanings = meaningsReadingWords(state.meaningsReading.value);
  return (
    <div id="banners" class="banners">
      {troublesOf(state).map(({ line, action }) => (
        <Banner
          key={line}
          label="Notice"
          line={line}
          actions={action === undefined ? [] : [action]}
        />
      ))}
      <LinkedList />
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
    </div>
  );
}

/** A link that names other stars than those that are searched. Nothing is read before a click. */
function LinkedList(): JSX.Element | null {
  const { state, late } = usePage();
  const user = state.linkedUser.value;
  if (user === undefined) return null;
  return (
    <Banner
      label="Link"
      line={`This link asks the stars of @${user}.`}
      hint="They are read from GitHub when you say so."
      actions={[
        { words: "Load stars", run: () => late.use(({ stars }) => stars.read(user)) },
        { words: "Dismiss", run: () => state.linkedUser.value = undefined },
      ]}
    />
  );
}

function Banner(
  { label, line, hint, progress, progressText, actions, isSaid = true }: {
    label: string;
    line: string;
    hint?: string | undefined;
    /** From 0 to 1. */
    progress?: number | undefined;
    /** The progress in words, for a screen reader. */
    progressText?: string | undefined;
    actions: readonly { readonly words: string; readonly run: () => void }[];
    isSaid?: boolean;
  },
): JSX.Element {
  const { state } = usePage();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.scrollIntoView({ block: "nearest" }), []);
  useEffect(() => {
    if (isSaid) say(state, line);
  }, [isSaid, line]);
  return (
    <div ref={place} class="banner" role="group" aria-label={label}>
      <div class="line">
        <div class="words">
          <p>{line}</p>
          {hint !== undefined && <p class="hint">{hint}</p>}
        </div>
        {actions.length > 0 && (
          <div class="row">
            {actions.map(({ words, run }, index) => (
              <button type="button" key={index} onClick={run}>{words}</button>
            ))}
          </div>
        )}
      </div>
      {progress !== undefined && (
        <ProgressBar label={label} progress={progress} words={progressText ?? line} />
      )}
    </div>
  );
}
