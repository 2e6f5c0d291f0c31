// Copyright 2026 the Rivulet authors. MIT license.

// Everything that asks, sets up or deletes: loaded at the first touch of the page.

import { AnswerSection } from "./answer/answer_section.tsx";
import { Asking } from "./ask/asking.ts";
import { keepAnswerOf } from "./ask/kept_asked.ts";
import { pushLink } from "./ask/link.ts";
import { Dialogs } from "./dialogs.tsx";
import { createMeanings } from "./meanings/create_meanings.ts";
import { RowActions } from "./matches/row_actions.tsx";
import { ExportActions } from "./matches/export_actions.tsx";
import { NoMatch } from "./matches/no_match.tsx";
import { ReadmesSteps } from "./matches/readmes_steps.tsx";
import { Snippet } from "./matches/snippet.tsx";
import type { Late } from "./late_parts.ts";
import type { Page } from "./page.ts";
import { reasonFor } from "./privacy/reason_for.ts";
import { mayConnect } from "./reach/may_connect.ts";
import { ReadingBanners } from "./reading_banners.tsx";
import { ReadmeReading } from "./readmes/readme_reading.ts";
import { StarReader } from "./stars/star_reader.ts";

/** Makes the late parts for a page. */
export function createLate(page: Page): Late {
  const meanings = createMeanings(page);
  return {
    asking: new Asking(page, {
      onAsked: ({ question }) => pushLink(question, page.state.stars.peek()?.user),
      onAnswer: (asked) => keepAnswerOf(asked, page),
    }),
    stars: new StarReader(page, () => meanings.readIfChosen()),
    meanings,
    readmes: new ReadmeReading(page.state),
    reasonOf: (url) =>
      mayConnect(url.href) ? reasonFor(url, page.state.settings.peek()) : undefined,
    views: {
      AnswerSection,
      Dialogs,
      ExportActions,
      NoMatch,
      ReadingBanners,
      ReadmesSteps,
      RowActions,
      Snippet,
    },
  };
}
