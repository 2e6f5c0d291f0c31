// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import type { Asked } from "../state/asked.ts";
import { AnswerText } from "./answer_text.tsx";

/** The turns of a conversation before a question, the oldest first. */
export function Turns({ before }: Pick<Asked, "before">): JSX.Element | null {
  if (before === undefined) return null;
  return (
    <>
      <Turns before={before.before} />
      <section class="turn">
        <h2 dir="auto">{before.question}</h2>
        <AnswerText asked={before} />
      </section>
    </>
  );
}
