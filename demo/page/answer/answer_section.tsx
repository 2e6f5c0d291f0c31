// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { usePage } from "../core/page.ts";
import { editQuestion, leaveConversation } from "../actions/question_actions.ts";
import { asking } from "../ask/asking_part.ts";
import { NoMatch } from "../matches/no_match.tsx";
import { leaveLink } from "../ask/link.ts";
import type { Asked } from "../state/asked.ts";
import { answerTitle } from "../messages/source_words.ts";
import { isOver, isRunning, isWithoutAnswer, type Phase } from "../state/phase.ts";
import type { State } from "../state/state.ts";
import { Article } from "./article.tsx";
import { ConsentPanel } from "./consent_panel.tsx";
import { FailurePanel } from "./failure_panel.tsx";
import { CancelledPanel, LoadingPanel } from "./loading_panels.tsx";
import { Turns } from "./turns.tsx";
import { NoGraphicsPanel } from "./no_graphics_panel.tsx";
import { Progress } from "./progress.tsx";
import { RemotePanel } from "./remote_panel.tsx";
import { Button } from "../parts/button.tsx";

/** The question that was asked, and its answer or what has to be decided before it. */
export function AnswerSection(): JSX.Element | null {
  const { state } = usePage();
  const asked = state.asked.value;
  return asked === undefined ? null : <AnswerOf key={asked.id} asked={asked} />;
}

function AnswerOf({ asked }: { asked: Asked }): JSX.Element {
  const { state } = usePage();
  const phase = asked.phase.value;
  const isOfOther = asked.list !== state.collection.value.title;
  // It was asked from the bottom of the page, or of the conversation.
  useEffect(() => {
    document.querySelector("#answer > .kicker")!
      .scrollIntoView({ block: asked.before === undefined ? "nearest" : "start" });
  }, []);
  return (
    <section id="answer" aria-labelledby="answer-title" aria-busy={isRunning(phase)}>
      <Turns before={asked.before} />
      <div class="kicker">
        <p>{kickerOf(asked, isOfOther)}</p>
        <Leave />
      </div>
      <h2 id="answer-title" tabIndex={-1} dir="auto">{asked.question}</h2>
      <div id="alert" role="alert">
        {(phase.kind === "failed" || phase.kind === "no key") && <FailurePanel asked={asked} />}
      </div>
      <div id="answer-body">
        <Stage asked={asked} phase={phase} />
      </div>
    </section>
  );
}

function Stage({ asked, phase }: { asked: Asked; phase: Phase }): JSX.Element | null {
  switch (phase.kind) {
    case "searching":
    case "listing":
      return <Progress asked={asked} />;
    case "consent":
      return <ConsentPanel facts={phase.facts} />;
    case "sending?":
      return <RemotePanel asked={asked} phase={phase} />;
    case "loading":
      return <LoadingPanel asked={asked} line={phase.line} />;
    case "cancelled":
      return <CancelledPanel asked={asked} />;
    case "no graphics":
      return <NoGraphicsPanel />;
    case "no match":
      // Nothing was found, so no model was asked.
      return <NoMatch found={asked.matches.value!} note="Nothing was sent to any model." />;
    case "failed":
    case "no key":
      return null;
    default:
      return <Article asked={asked} />;
  }
}

/** The ways to another question: this one in other words, or one that begins anew. */
function Leave(): JSX.Element {
  const page = usePage();
  const leave = (how: (state: State) => void): void => {
    if (page.state.isBusy.peek()) page.late.use(asking, (part) => part.stop());
    how(page.state);
    document.getElementById("question")?.focus();
  };
  return (
    <>
      <Button class="link" onClick={() => leave(editQuestion)}>Edit question</Button>
      <Button
        class="link"
        onClick={() => {
          leave(leaveConversation);
          leaveLink();
        }}
      >
        New question
      </Button>
    </>
  );
}

function kickerOf(asked: Asked, isOfOther: boolean): string {
  const phase = asked.phase.value;
  const isFound = (asked.matches.value?.repositories.length ?? 0) > 0;
  const hasAnswer = asked.text.value !== "" || isRunning(phase) || isOver(phase);
  return isFound && hasAnswer && !isWithoutAnswer(phase)
    ? answerTitle(asked, isOfOther)
    : "Question";
}
