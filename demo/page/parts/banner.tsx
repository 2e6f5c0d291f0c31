// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { usePage } from "../core/page.ts";
import { say } from "../actions/actions.ts";
import { Button } from "./button.tsx";
import { ProgressBar } from "./progress_bar.tsx";

/** A line under the question about something that goes on beside it. */
export function Banner(
  { id, label, line, hint, progress, progressText, actions, isQuiet = false }: {
    id?: string;
    label: string;
    line: string;
    hint?: string | undefined;
    /** From 0 to 1. */
    progress?: number | undefined;
    /** The progress in words, for a screen reader. */
    progressText?: string | undefined;
    actions: readonly { readonly words: string; readonly run: () => void }[];
    /** Whether a screen reader does not hear the line at once. */
    isQuiet?: boolean;
  },
): JSX.Element {
  const { state } = usePage();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.scrollIntoView({ block: "nearest" }), []);
  useEffect(() => {
    if (!isQuiet) say(state, line);
  }, [isQuiet, line]);
  return (
    <div ref={place} id={id} class="banner" role="group" aria-label={label}>
      <div class="line">
        <div class="words">
          <p>{line}</p>
          {hint !== undefined && <p class="hint">{hint}</p>}
        </div>
        {actions.length > 0 && (
          <div class="row">
            {actions.map(({ words, run }, index) => (
              <Button key={index} onClick={run}>{words}</Button>
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
