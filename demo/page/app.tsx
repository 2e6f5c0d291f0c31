// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { AskForm } from "./ask/ask_form.tsx";
import { ExampleAnswer } from "./ask/example_answer.tsx";
import { showsExamples } from "./ask/examples.tsx";
import { Banners } from "./banners.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { MatchesSection } from "./matches/matches_section.tsx";
import { Welcome } from "./matches/welcome.tsx";
import { usePage } from "./core/page.ts";
import { AnswerSection, Dialogs } from "./lazy_views.ts";

/** The whole page. */
export function App(): JSX.Element {
  const { state } = usePage();
  const isSample = state.isSample.value;
  const isAsked = state.asked.value !== undefined;
  return (
    <>
      <a class="skip" href={isAsked ? "#answer-title" : "#matches-title"}>
        {isAsked ? "Skip to answer" : "Skip to matches"}
      </a>
      <Header />
      <main class={isAsked ? "asked" : undefined}>
        <Banners />
        {/* The box stays the same element, with its text and the focus, whatever stands above it. */}
        <div class="talk">
          {isAsked ? <AnswerSection /> : isSample ? <Welcome /> : <Introduction />}
          <AskForm />
        </div>
        {isSample && showsExamples(state) && <ExampleAnswer />}
        <MatchesSection />
      </main>
      <Footer />
      <p id="status" role="status" class="unseen">{state.said.value}</p>
      {state.dialog.value !== undefined && <Dialogs />}
    </>
  );
}

/** What the page is for, until there is a question. */
function Introduction(): JSX.Element {
  return (
    <div class="introduction">
      <h2>Find it in your stars, and ask about it</h2>
      <p>
        Matches come as you type. A model answers from the best of them, on this device if you like.
      </p>
    </div>
  );
}
