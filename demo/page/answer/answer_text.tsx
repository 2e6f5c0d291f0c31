// Copyright 2026 the Rivulet authors. MIT license.

import { effect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { usePage } from "../core/page.ts";
import { say } from "../actions/actions.ts";
import { reachSource } from "../actions/source_actions.ts";
import type { Asked } from "../state/asked.ts";
import { isOver } from "../state/phase.ts";
import { StreamedMarkdown } from "./markdown.ts";

/** The text of an answer. What came is appended, and never rendered anew. */
export function AnswerText({ asked }: { asked: Asked }): JSX.Element {
  const { state, search } = usePage();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = place.current!;
    root.replaceChildren();
    const markdown = new StreamedMarkdown(root, {
      matches: asked.matches.peek()?.repositories ?? [],
      has: (fullName) => search.has(fullName),
      reach: (number, origin) => reachSource(state, asked, { number, origin }),
      say: (words) => say(state, words),
    });
    let written = 0;
    return effect(() => {
      const text = asked.text.value;
      if (text.length > written) markdown.write(text.slice(written));
      written = text.length;
      if (isOver(asked.phase.value)) markdown.end();
    });
  }, [asked]);
  const isComing = asked.phase.value.kind === "answering";
  return <div ref={place} class={isComing ? "answer-text caret" : "answer-text"} />;
}
