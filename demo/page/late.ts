// Copyright 2026 the Rivulet authors. MIT license.

// Everything that asks, sets up or deletes, and what is seldom seen, in one file. What keeps something
// is here by then: named again, it is one file with what both need.

import "./kept.ts";
import { AnswerSection } from "./answer/answer_section.tsx";
import { asking } from "./ask/asking_part.ts";
import * as askViews from "./ask/lazy_views.ts";
import { EarlierAnswer } from "./ask/earlier_answer.tsx";
import { OwnExamples } from "./ask/own_examples.tsx";
import { createAsking } from "./ask/create_asking.ts";
import type { Page } from "./core/page.ts";
import { Dialogs } from "./dialogs.tsx";
import { keepFocus } from "./keep_focus.ts";
import * as views from "./lazy_views.ts";
import { ExportActions } from "./matches/export_actions.tsx";
import * as matchViews from "./matches/lazy_views.ts";
import { NoMatch } from "./matches/no_match.tsx";
import { ReadmesSteps } from "./matches/readmes_steps.tsx";
import { RowActions } from "./matches/row_actions.tsx";
import { Snippet } from "./matches/snippet.tsx";
import { Sources } from "./matches/sources.tsx";
import { TypedFilters } from "./matches/typed_filters.tsx";
import { createMeanings } from "./meanings/create_meanings.ts";
import { meanings } from "./meanings/meanings_part.ts";
import { PageMenu } from "./page_menu.tsx";
import { createReasons } from "./privacy/reason_for.ts";
import { reasons } from "./privacy/reasons_part.ts";
import { ReadingBanners } from "./reading_banners.tsx";
import { ReadmeReading } from "./readmes/readme_reading.ts";
import { readmes } from "./readmes/readmes_part.ts";
import { StarReader } from "./stars/star_reader.ts";
import { starReading } from "./stars/stars_part.ts";

/** Puts the late parts into their places. */
export function placeLate(page: Page): void {
  keepFocus();
  const reader = meanings.made = createMeanings(page);
  asking.made = createAsking(page);
  starReading.made = new StarReader(page, () => reader.readIfChosen());
  readmes.made = new ReadmeReading(page.state);
  reasons.made = createReasons(page);
  views.AnswerSection.part.made = AnswerSection;
  views.Dialogs.part.made = Dialogs;
  views.PageMenu.part.made = PageMenu;
  views.ReadingBanners.part.made = ReadingBanners;
  matchViews.ExportActions.part.made = ExportActions;
  matchViews.NoMatch.part.made = NoMatch;
  matchViews.ReadmesSteps.part.made = ReadmesSteps;
  matchViews.RowActions.part.made = RowActions;
  matchViews.Snippet.part.made = Snippet;
  matchViews.Sources.part.made = Sources;
  matchViews.TypedFilters.part.made = TypedFilters;
  askViews.EarlierAnswer.part.made = EarlierAnswer;
  askViews.OwnExamples.part.made = OwnExamples;
}
