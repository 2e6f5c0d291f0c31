// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { typeInBox } from "../actions/actions.ts";
import { usePage } from "../core/page.ts";
import { pageOf, type Repository } from "../../stars/repository.ts";
import { Button } from "../parts/button.tsx";
import { OutsideLink } from "../parts/outside_link.tsx";

/** A finished answer with its sources, to be read before anything is set up. */
export function ExampleAnswer(): JSX.Element {
  const { state, sample, sampleAnswer: { question, by, how, sources, text } } = usePage();
  const read = sources.flatMap((name) =>
    sample.repositories.find(({ fullName }) => fullName === name) ?? []
  );
  return (
    <section id="example-answer" class="panel" aria-labelledby="example-title">
      <div>
        <p class="hint">An example, answered by {by}</p>
        <h2 id="example-title" dir="auto">{question}</h2>
        {text.split("\n").map((line) => (
          <p key={line} dir="auto">
            {line.split(/\[(\d)\]/).map((part, place) =>
              place % 2 === 0
                ? part
                : <Citation key={place} number={part} source={read[Number(part) - 1]!} />
            )}
          </p>
        ))}
        <p class="hint">
          {how}{" "}
          <Button class="link" onClick={() => typeInBox(state, question)}>Ask it yourself</Button>
        </p>
      </div>
      <div>
        <h3>Sources</h3>
        <ol>
          {read.map((source, place) => (
            <li key={source.fullName}>
              <span class="citation" aria-hidden="true">{place + 1}</span>{" "}
              <OutsideLink address={pageOf(source)} className="name">{source.fullName}</OutsideLink>
              <p class="hint">{source.description}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function Citation({ number, source }: { number: string; source: Repository }): JSX.Element {
  return (
    <OutsideLink
      address={pageOf(source)}
      className="citation"
      label={`Source ${number}, ${source.fullName}`}
    >
      {number}
    </OutsideLink>
  );
}
