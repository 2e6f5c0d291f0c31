// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";

/** One of several things to pick. */
export interface Choice {
  readonly value: string;
  readonly title: string;
  /** A word or a size at its side. */
  readonly state: string;
  readonly about: string;
  readonly isPicked: boolean;
  readonly isDisabled?: boolean;
}

/** A field of choices, of which one is picked. */
export function Choices(
  { name, label, choices, hasFocus = false, onPick }: {
    name: string;
    label: string;
    choices: readonly Choice[];
    /** Whether the picked one takes the focus when it appears. */
    hasFocus?: boolean;
    onPick: (value: string) => void;
  },
): JSX.Element {
  return (
    <fieldset class="choices">
      <legend class="unseen">{label}</legend>
      {choices.map(({ value, title, state, about, isPicked, isDisabled }) => (
        <label class="choice" key={value}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={isPicked}
            disabled={isDisabled ?? false}
            autofocus={hasFocus && isPicked}
            onChange={() =>
              onPick(value)}
          />
          <span class="title">{title}</span>
          <span class="state" data-state={value}>{state}</span>
          <span class="about">{about}</span>
        </label>
      ))}
    </fieldset>
  );
}
