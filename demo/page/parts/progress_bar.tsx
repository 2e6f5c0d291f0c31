// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { useRef } from "preact/hooks";

/** A bar that tells a screen reader of each tenth, and no more often. */
export function ProgressBar(
  { label, progress, words }: {
    label: string;
    /** From 0 to 1; undefined where the end cannot be told. */
    progress: number | undefined;
    words: string;
  },
): JSX.Element {
  const told = useRef({ tenth: -1, words: "" });
  const tenth = Math.floor((progress ?? 0) * 10);
  if (progress !== undefined && tenth !== told.current.tenth) told.current = { tenth, words };
  return (
    <progress
      max="1"
      value={progress}
      aria-label={label}
      aria-valuetext={progress === undefined ? undefined : told.current.words}
    />
  );
}
