// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { AskForm } from "./ask/ask_form.tsx";
import { ExampleAnswer } from "./ask/example_answer.tsx";
import { showsExamples } from "./ask/examples.tsx";
import { Introduction } from "./ask/introduction.tsx";
import { Banners } from "./banners.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { MatchesSection } from "./matches/matches_section.tsx";
import { Welcome } from "./matches/welcome.tsx";
import { usePage } from "./core/page.ts";
import { NARROW, PHONE, useMedia } from "./parts/use_media.ts";
import { AnswerSection, Dialogs } from "./lazy_views.ts";

/** The whole page. */
export function App(): JSX.Element {
  const { state, sampleAnswer } = usePage();
  // On a phone the first match comes first.
  const isPhone = useMedia(PHONE);
  const example = state.isSample.value && showsExamples(state) &&
    <ExampleAnswer answer={sampleAnswer} />;
  const isAsked = state.asked.value !== undefined;
  return (
    <>
      <a class="skip" href={isAsked ? "#answer-title" : "#matches-title"}>
        {isAsked ? "Skip to answer" : "Skip to matches"}
      </a>
      <Header />
      <main>
        {!isAsked && (state.isSample.value ? <Welcome /> : <Introduction />)}
        <AskForm />
        <Banners />
        {!isPhone && example}
        {isAsked ? <Columns /> : <MatchesSection />}
        {isPhone && example}
      </main>
      <Footer />
      <p id="status" role="status" class="unseen">{state.said.value}</p>
      {state.dialog.value !== undefined && <Dialogs />}
    </>
  );
}

/**
 * The answer and its sources, side by side; one above the other where the window is narrow. What a
 * person types there comes first: it is what they look at. The elements themselves change places, so
 * that the order is the same for the eyes, the keyboard and a screen reader.
 */
function Columns(): JSX.Element {
  const { state } = usePage();
  const isNarrow = useMedia(NARROW);
  const isMatchesFirst = isNarrow && state.isChanged.value && !state.showsSources.value;
  const answer = <AnswerSection key="answer" />;
  const matches = <MatchesSection key="matches" />;
  return <div class="columns">{isMatchesFirst ? [matches, answer] : [answer, matches]}</div>;
}
