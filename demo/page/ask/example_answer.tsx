// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import type { sampleAnswer } from "../../stars/sample.ts";
import { pageOf } from "../../stars/repository.ts";
import { OutsideLink } from "../parts/outside_link.tsx";

/** A finished answer, to be read before anything is set up. */
export function ExampleAnswer(
  { answer: { question, by, date, sources, text } }: { answer: typeof sampleAnswer },
): JSX.Element {
  const source = (number: number, words?: string): JSX.Element => (
    <OutsideLink key={number} address={pageOf({ fullName: sources[number - 1]! })}>
      {words ?? `[${number}]`}
    </OutsideLink>
  );
  return (
    <section id="example-answer" class="panel" aria-labelledby="example-title">
      <p class="hint">An example, answered by {by}, on {date}</p>
      <h2 id="example-title" dir="auto">{question}</h2>
      {text.split("\n").map((line) => (
        <p key={line}>
          {line.split(/\[(\d)\]/).map((part, place) =>
            place % 2 === 0 ? part : source(Number(part))
          )}
        </p>
      ))}
      <p class="hint">
        Sources: {sources.map((
          name,
          index,
        ) => [index > 0 && ", ", `${index + 1} `, source(index + 1, name)])}
      </p>
    </section>
  );
}
